// When an entry is in force: always, from a day, until a day, or no longer.
import { CalendarDays, CircleSlash, Clock } from 'lucide';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { AceEntity } from '#wire/activity.ts';
import css from './access-table.module.css';

export function EntryPeriod({ ace: { begin, end, status } }: { readonly ace: AceEntity }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const day = (date: string) => format.day(new Date(date));
  if (begin === null && end === null) return t('access.always');
  if (status === 'archived' && end !== null) {
    return (
      <span className={css.when} data-ended>
        <Icon icon={CircleSlash} size={13} />
        {t('access.ended', { date: day(end) })}
      </span>
    );
  }
  const words =
    begin !== null && end !== null
      ? t('access.between', { begin: day(begin), end: day(end) })
      : end !== null
        ? t('access.until', { date: day(end) })
        : t('access.from', { date: day(begin ?? '') });
  return (
    <span className={css.period}>
      <span className={css.when}>
        <Icon icon={status === 'pending' ? CalendarDays : Clock} size={13} />
        {words}
      </span>
      {end === null || status === 'pending' ? null : (
        <small>{t('access.ends', { when: format.relative(new Date(end)) })}</small>
      )}
    </span>
  );
}
