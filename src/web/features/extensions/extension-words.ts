// Texts about an extension: its name, and its errors.
import { currentLanguage, type Translate, translator } from '#web/i18n/texts.ts';
import { type Contributions, wordsIn } from './contributions.ts';
import type { ExtensionFailure } from './extension-link.ts';

export function nameOf(extension: {
  readonly id: string;
  readonly contributions: Contributions | null;
}): string {
  const { id, contributions } = extension;
  return contributions === null ? id : wordsIn(contributions.name, currentLanguage());
}

export function failureWords(name: string, { kind, message }: ExtensionFailure, t: Translate): string {
  const plain = t(`failure.${kind}`, { name });
  return message === '' ? plain : t(`failureBecause.${kind}`, { name, reason: message, defaultValue: plain });
}

/** Permissions with texts of the app's own commands. */
const known: Readonly<Record<string, string>> = {
  Write: 'Write',
  WriteProperties: 'Write',
  Remove: 'Remove',
  AddChildren: 'add',
};

/** @param changes translates texts of the app's own commands */
export function missingPermissionWords(
  { permission, name }: { readonly permission: string; readonly name: string },
  changes: Translate,
): string {
  const own = known[permission];
  return own === undefined
    ? translator('extensions')('lacking', { permission, name })
    : changes(`lacking.${own}`, { name });
}
