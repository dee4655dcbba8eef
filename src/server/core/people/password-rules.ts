/**
 * Rules for new passwords: a minimum and a maximum length, none of the common ones, not the person's own name. No rules about
 * kinds of characters, which make passwords worse.
 */
import { errors, type RepositoryError } from '../kernel/errors.ts';
import type { Repository } from '../kernel/repository.ts';

const mostCharacters = 128;

/** A minimum length of 1 turns the rules off. */
export async function isGoodPassword(
  { settings: { minPasswordLength }, ports: { passwords } }: Repository,
  username: string,
  password: string,
): Promise<boolean> {
  if (minPasswordLength <= 1) return password !== '';
  const { length } = [...password];
  if (length < minPasswordLength || length > Math.max(mostCharacters, minPasswordLength)) return false;
  return password.toLowerCase() !== username.toLowerCase() && !(await passwords.isCommon(password));
}

export function badPassword({ settings: { minPasswordLength } }: Repository): RepositoryError {
  const rule =
    minPasswordLength <= 1
      ? ''
      : `: it needs ${minPasswordLength} characters, ${mostCharacters} at most, and must be none that is common`;
  return errors.badRequest(`The password doesn't meet requirements${rule}`);
}
