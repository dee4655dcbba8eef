/** Texts for tasks: those of the Platform's own workflow models, a readable form of all other names, and days until due. */

import { readableName } from '#web/forms/readable-name.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface Due {
  readonly text: string;
  readonly late: boolean;
}

export interface TaskWords {
  /** For a key such as `wf.serialDocumentReview.chooseParticipants`. */
  readonly of: (key: string) => string;
  readonly variable: (name: string) => string;
  readonly due: (date: string | null) => Due | null;
}

const dayMs = 86_400_000;

/** Whole days from today to the day of `date`, in the browser's time zone. */
function daysUntil(date: Date, now: Date): number {
  const day = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((day(date) - day(now)) / dayMs);
}

export function useTaskWords(): TaskWords {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  return {
    of: (key) => {
      const own = /^wf\.[^.]+\.(.+)$/.exec(key)?.[1];
      // The start and end steps of the models that come with every server have plain names.
      if (own === undefined) return key === 'Start' || key === 'Stop' ? t(`end.${key}`) : key;
      return t(`model.${own.replaceAll('.', '_')}`, { defaultValue: readableName(own.replaceAll('.', ' ')) });
    },
    variable: (name) => t(`variable.${name}`, { defaultValue: readableName(name) }),
    due: (written) => {
      const date = new Date(written ?? Number.NaN);
      if (Number.isNaN(date.getTime())) return null;
      const days = daysUntil(date, new Date());
      if (days < 0) return { late: true, text: t('due.late', { count: -days }) };
      const text = days === 0 ? t('due.today') : days === 1 ? t('due.tomorrow') : format.day(date);
      return { late: false, text };
    },
  };
}
