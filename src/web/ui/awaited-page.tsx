/** Placeholder of a page that is loading: nothing at first, then a head and rows of the final sizes. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './awaited-page.module.css';
import { useMissingPart } from './lazy-part.ts';
import { Skeleton } from './skeleton.tsx';

const rows = ['58%', '44%', '66%', '52%', '38%', '61%', '47%', '55%'];

export function AwaitedPage() {
  const { t } = useTranslation('ui');
  const { Notice } = useMissingPart();
  if (Notice !== null) return <Notice />;
  return (
    <div className={css.awaited} role="status" aria-label={t('awaited')}>
      <div className={css.head}>
        <Skeleton width={220} height={16} />
      </div>
      <div className={css.heads} />
      {rows.map((width) => (
        <div key={width} className={css.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
