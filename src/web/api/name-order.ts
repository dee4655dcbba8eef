/**
 * The order of names as the server has it in its lists, whatever the browser's language: without case and accents, numbers
 * by value. The collator is made when it is wanted first, which the first view does without.
 */
let collator: Intl.Collator | undefined;

export function byNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}
