// The names of keys on keyboards of the reader's language.
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { NameOfKey } from './shortcut-keys.ts';

export function useKeyNames(): NameOfKey {
  const { t } = useTranslation('ui');
  return (key) => t(`key.${key}`);
}
