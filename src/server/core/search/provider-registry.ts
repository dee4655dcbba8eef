/** The page providers in force: the default set, and configured ones, which replace those of the same name. */
import { defaultProviders } from './default-providers.ts';
import type { ProviderDefinition } from './provider-definitions.ts';

export class ProviderRegistry {
  readonly #providers: ReadonlyMap<string, ProviderDefinition>;

  constructor(additions: readonly ProviderDefinition[] = []) {
    this.#providers = new Map([...defaultProviders, ...additions].map((one) => [one.name, one]));
  }

  get(name: string): ProviderDefinition | undefined {
    return this.#providers.get(name);
  }

  names(): readonly string[] {
    return [...this.#providers.keys()];
  }
}
