/**
 * Reads configuration files, and says where they are wrong.
 * Invariant: every value is read through a `Reader`, which knows its path, so that the loader can turn a fault into a file
 * name and a line. Unknown keys are faults, so that misspelt words are not ignored.
 */
import type { Json } from '#wire/json.ts';

export class ConfigurationFault extends Error {
  /** Keys and indexes from the top of the file. */
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.name = 'ConfigurationFault';
    this.path = path;
  }
}

export class Reader {
  readonly value: unknown;
  readonly path: readonly (string | number)[];

  constructor(value: unknown, path: readonly (string | number)[] = []) {
    this.value = value;
    this.path = path;
  }

  fail(message: string): never {
    const at = this.path.length === 0 ? 'The file' : this.path.join('.');
    throw new ConfigurationFault(this.path, `${at} ${message}`);
  }

  string(): string {
    return typeof this.value === 'string' && this.value !== '' ? this.value : this.fail('must be a text');
  }

  number(): number {
    return typeof this.value === 'number' && Number.isFinite(this.value)
      ? this.value
      : this.fail('must be a number');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('must be true or false');
  }

  /** One of these words. */
  word<Word extends string>(words: readonly Word[]): Word {
    return words.find((word) => word === this.value) ?? this.fail(`must be one of ${words.join(', ')}`);
  }

  json(): Json {
    return asJson(this.value) ?? this.fail('must be plain data');
  }

  list<T>(read: (item: Reader) => T): readonly T[] {
    if (!Array.isArray(this.value)) return this.fail('must be a list');
    return this.value.map((item, index) => read(new Reader(item, [...this.path, index])));
  }

  /** A map with keys that the author chooses. */
  entries<T>(read: (name: string, value: Reader) => T): readonly T[] {
    return Object.entries(this.#object()).map(([name, value]) =>
      read(name, new Reader(value, [...this.path, name])),
    );
  }

  /** A map with known keys only. */
  fields(known: readonly string[]): Fields {
    const object = this.#object();
    const stray = Object.keys(object).find((key) => !known.includes(key));
    if (stray !== undefined) {
      return new Reader(undefined, [...this.path, stray]).fail(
        `is not known here; known are ${known.join(', ')}`,
      );
    }
    return new Fields(this, object);
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  #object(): Readonly<Record<string, unknown>> {
    return isObject(this.value) ? this.value : this.fail('must be a map');
  }
}

export class Fields {
  readonly #owner: Reader;
  readonly #object: Readonly<Record<string, unknown>>;

  constructor(owner: Reader, object: Readonly<Record<string, unknown>>) {
    this.#owner = owner;
    this.#object = object;
  }

  required(name: string): Reader {
    return this.optional(name) ?? this.#owner.fail(`needs ${name}`);
  }

  optional(name: string): Reader | undefined {
    const value = Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
    return value === undefined || value === null ? undefined : new Reader(value, [...this.#owner.path, name]);
  }

  /** `{name: read(value)}`, or nothing when the name is absent: for spreading. */
  maybe<Name extends string, T>(name: Name, read: (value: Reader) => T): { readonly [key in Name]?: T } {
    const value = this.optional(name);
    const found: { [key in Name]?: T } = {};
    if (value) found[name] = read(value);
    return found;
  }
}

export const asString = (value: Reader): string => value.string();
export const asNumber = (value: Reader): number => value.number();
export const asBoolean = (value: Reader): boolean => value.boolean();
export const asStrings = (value: Reader): readonly string[] => value.list(asString);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asJson(value: unknown): Json | undefined {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null;
  }
  if (Array.isArray(value)) {
    const items = value.map(asJson);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isObject(value)) return undefined;
  const object: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    const json = asJson(item);
    if (json === undefined) return undefined;
    object[name] = json;
  }
  return object;
}
