/** The shape of a list page before anything is known of it: nothing at first, then rows of the real measures. */
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './list-page.module.css';

const rows = ['58%', '44%', '66%', '52%', '38%', '61%', '47%', '55%'];

export function AwaitedPage({ label }: { readonly label: string }) {
  return (
    <div className={css.awaited} role="status" aria-label={label}>
      <div className={css.head}>
        <Skeleton width={220} height={16} />
      </div>
      <div className={css['awaited-heads']} />
      {rows.map((width) => (
        <div key={width} className={css['awaited-row']}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
