// Finding what is said of the values of properties. Pure.

/** Messages by the path of the property they are about, as the server writes it: `files:files/0/file`. */
export type FieldErrors = ReadonlyMap<string, readonly string[]>;

/** What is said of exactly this place. */
export function errorAt(errors: FieldErrors, path: string): string | undefined {
  return errors.get(path)?.join(' ');
}

/** Whether anything is said of this place or of one inside it. */
export function hasErrorWithin(errors: FieldErrors, path: string): boolean {
  return [...errors.keys()].some((key) => key === path || key.startsWith(`${path}/`));
}
