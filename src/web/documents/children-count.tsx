/** How many documents a folder holds. */
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useRowCount } from './row-counts.ts';

export function ChildrenCount({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const count = useRowCount(uid);
  return count === undefined ? null : <bdi>{t('items', { count, number: format.count(count) })}</bdi>;
}
