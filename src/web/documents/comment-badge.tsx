/** The number of comments on a document in a list. */
import { MessageSquare } from 'lucide';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './document-name.module.css';
import { useRowCount } from './row-counts.ts';

export function CommentBadge({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const count = useRowCount(uid) ?? 0;
  if (count === 0) return null;
  return (
    <span className={css.badge}>
      <Icon icon={MessageSquare} size={13} />
      <span aria-hidden="true">{format.count(count)}</span>
      <VisuallyHidden>{t('comments', { count })}</VisuallyHidden>
    </span>
  );
}
