// Finds the option that a typed text names. Logins and details count like labels; case is ignored.
import type { ComboboxOption } from '../combobox.tsx';

export function isNamed({ id, label, detail }: ComboboxOption, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  return wanted !== '' && [id, label, detail].some((one) => one?.toLocaleLowerCase() === wanted);
}

/** Options equal to the text come before those that only contain it; otherwise the order stays. */
export function exactFirst(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const exact = options.filter((option) => isNamed(option, text));
  return exact.length === 0 ? options : [...exact, ...options.filter((option) => !exact.includes(option))];
}

/** The option equal to the text; if the options were searched for the text, also the only one. Undefined if there are several. */
export function namedOption(
  options: readonly ComboboxOption[],
  text: string,
  searched: boolean,
): ComboboxOption | undefined {
  if (text.trim() === '') return undefined;
  const exact = options.filter((option) => isNamed(option, text));
  const [first, ...others] = exact.length === 0 && searched ? options : exact;
  return others.length === 0 ? first : undefined;
}
