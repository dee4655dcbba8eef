// Makes a server's name for a property readable, for names that the app has no text for. Pure.

/** `contract:start_date` → "Start date". */
export function readableName(name: string): string {
  const plain = name
    .slice(name.indexOf(':') + 1)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(
      /(\p{Ll})(\p{Lu})/gu,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
