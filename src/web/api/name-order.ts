/**
 * The order of names in the server's lists, whatever the browser's language: ignores case and accents, numbers by value. The
 * collator is made at first use, since the first view does not need it.
 */
let collator: Intl.Collator | undefined;

export function byNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}
