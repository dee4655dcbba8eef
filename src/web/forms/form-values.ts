// Finds the messages about the values of properties. Pure.

/** Messages by the path of the property, as the server writes it: `files:files/0/file`. */
export type FieldErrors = ReadonlyMap<string, readonly string[]>;

/** The messages about exactly this path. */
export function errorAt(errors: FieldErrors, path: string): string | undefined {
  return errors.get(path)?.join(' ');
}

/** Whether there is a message about this path or one inside it. */
export function hasErrorWithin(errors: FieldErrors, path: string): boolean {
  return [...errors.keys()].some((key) => key === path || key.startsWith(`${path}/`));
}
