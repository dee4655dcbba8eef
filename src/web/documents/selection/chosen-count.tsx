/** The size of the selection, here and elsewhere, or the progress of selecting everything. */
import { Link } from 'react-router-dom';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import css from './chosen-count.module.css';
import type { Choice } from './use-choice.ts';
import type { SelectAll } from './use-select-all.ts';

export interface ChosenCountProps {
  readonly choice: Pick<Choice, 'count' | 'elsewhere'>;
  readonly everything?: SelectAll;
}

export function ChosenCount({ choice, everything }: ChosenCountProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const { count, elsewhere } = choice;
  if (everything?.progress) {
    const { done, total } = everything.progress;
    return <bdi>{t('bulk.progress', { done: format.count(done), total: format.count(total) })}</bdi>;
  }
  const here =
    count === 0 && elsewhere > 0 ? null : t('bulk.selected', { count, number: format.count(count) });
  if (elsewhere === 0) return <bdi>{here}</bdi>;
  // Links to the page of the whole selection, where it can be worked on together.
  return (
    <>
      {here === null ? null : <bdi>{here}</bdi>}
      <Link className={css.elsewhere} to={paths.selection.href()}>
        {t('bulk.elsewhere', { count: elsewhere, number: format.count(elsewhere) })}
      </Link>
    </>
  );
}
