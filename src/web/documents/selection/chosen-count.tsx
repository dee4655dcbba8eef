/** How much is selected: here and elsewhere, or how far selecting everything is. */
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Choice } from './use-choice.ts';
import type { SelectAll } from './use-select-all.ts';

export interface ChosenCountProps {
  readonly choice: Pick<Choice, 'documents' | 'elsewhere'>;
  readonly everything?: SelectAll;
}

export function ChosenCount({ choice, everything }: ChosenCountProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const count = choice.documents.length;
  const { elsewhere } = choice;
  if (everything?.progress) {
    const { done, total } = everything.progress;
    return <bdi>{t('bulk.progress', { done: format.count(done), total: format.count(total) })}</bdi>;
  }
  return (
    <bdi>
      {format.list([
        ...(count === 0 && elsewhere > 0 ? [] : [t('bulk.selected', { count, number: format.count(count) })]),
        ...(elsewhere === 0
          ? []
          : [t('bulk.elsewhere', { count: elsewhere, number: format.count(elsewhere) })]),
      ])}
    </bdi>
  );
}
