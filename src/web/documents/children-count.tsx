/** The number of documents in a folder. */
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { useRowCount } from './row-counts.ts';

export function ChildrenCount({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const count = useRowCount(uid);
  if (count === undefined) return null;
  const number = format.count(count);
  const words = t('items', { count, number });
  // The column has space for a long number, or for a short one with a word.
  return count < 1000 ? (
    <bdi>{words}</bdi>
  ) : (
    <bdi>
      <span aria-hidden="true">{number}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </bdi>
  );
}
