// A dialog for the first and the last day on which an entry is in force.
import { useState } from 'react';
import { fromInput, parseDate, toDayInput } from '#web/forms/date-value.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField, isDateText } from '#web/ui/controls/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { AceEntity } from '#wire/activity.ts';
import { nameOf } from './access-check.ts';
import css from './access-page.module.css';

export interface PeriodDialogProps {
  readonly ace: AceEntity;
  readonly onClose: () => void;
  readonly onDone: (period: { readonly begin: string | null; readonly end: string | null }) => void;
}

export function PeriodDialog({ ace, onClose, onDone }: PeriodDialogProps) {
  const { t } = useTranslation('document');
  const { t: tUi } = useTranslation('ui');
  const [begin, setBegin] = useState(() => dayOf(ace.begin));
  const [end, setEnd] = useState(() => dayOf(ace.end));
  const dated = isDateText(begin) && isDateText(end);
  const backwards = dated && begin !== '' && end !== '' && end <= begin;
  return (
    <Dialog
      open
      size="small"
      title={t('access.periodOf', { who: nameOf(ace) })}
      onClose={onClose}
      onSubmit={() => {
        if (dated && !backwards) onDone({ begin: fromInput(begin), end: fromInput(end) });
      }}
      footer={
        <>
          <Button onClick={onClose}>{tUi('cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!dated || backwards}>
            {t('access.keepPeriod')}
          </Button>
        </>
      }
    >
      <div className={css.pair}>
        <DateField label={t('access.begin')} value={begin} onChange={setBegin} />
        <DateField
          label={t('access.end')}
          value={end}
          error={backwards ? t('access.backwards') : undefined}
          onChange={setEnd}
        />
      </div>
    </Dialog>
  );
}

function dayOf(date: string | null): string {
  const parsed = parseDate(date);
  return parsed === null ? '' : toDayInput(parsed);
}
