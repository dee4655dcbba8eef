/**
 * What the engine owns (types, facets and properties marked `owned`), apart from what callers may write.
 * Invariant: only rules in core make `OwnedValues`; what comes from a request is a plain `Properties`, and is stripped
 * of owned names where documents are stored.
 */
import type { Properties } from '../kernel/model.ts';

/** Values of a rule's own, for owned and for plain properties alike. A class, so that no plain object passes for one. */
export class OwnedValues {
  readonly #values: Properties;

  constructor(values: Properties = {}) {
    this.#values = values;
  }

  get values(): Properties {
    return this.#values;
  }
}
