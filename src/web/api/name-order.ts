/** The order of names as the server has it in its lists, whatever the browser's language: without case and accents, numbers by value. */
export const { compare: byNames } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
