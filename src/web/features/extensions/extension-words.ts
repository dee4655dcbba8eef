// What is said of an extension: its name, and what is wrong with it.
import { currentLanguage, type Translate } from '#web/i18n/texts.ts';
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
