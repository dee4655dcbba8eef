// What keyboards of the reader's language have on their keys.
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { NameOfKey } from './shortcut-keys.ts';

export function useKeyNames(): NameOfKey {
  const { t } = useTranslation('ui');
  return (key) => t(`key.${key}`);
}
