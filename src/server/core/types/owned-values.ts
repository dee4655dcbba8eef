/**
 * Values that only the engine may write (types, facets and properties marked `owned`).
 * Invariant: only rules in core make `OwnedValues`; values from a request are plain `Properties`, and owned names are
 * removed from those where documents are stored.
 */
import type { Properties } from '../kernel/model.ts';

/** Values that a rule writes, owned ones and others. A class, so that no plain object is taken for one. */
export class OwnedValues {
  readonly #values: Properties;

  constructor(values: Properties = {}) {
    this.#values = values;
  }

  get values(): Properties {
    return this.#values;
  }
}
