// Texts for what is wrong with a value.
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { parseDate } from './date-value.ts';
import type { FieldErrors } from './form-values.ts';
import type { ValueProblem } from './value-problems.ts';

export function useProblemWords(): (problems: readonly ValueProblem[]) => FieldErrors {
  const { t } = useTranslation('forms');
  const format = useFormat();
  const written = (limit: string | number | undefined) => {
    if (typeof limit === 'number') return format.count(limit);
    const date = parseDate(limit);
    return date === null ? limit : format.date(date);
  };
  return (problems) =>
    new Map(
      problems.map(({ path, kind, limit }) => [path, [t(`problem.${kind}`, { limit: written(limit) })]]),
    );
}
