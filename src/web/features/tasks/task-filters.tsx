/** The filters of the list of tasks: words, kind, and due date. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DueFilter, TaskFilter } from './task-filter.ts';
import { useTaskWords } from './task-words.ts';
import css from './tasks-page.module.css';

export interface TaskFiltersProps {
  readonly filter: TaskFilter;
  /** Names of the kinds in the list. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly onChange: (filter: TaskFilter) => void;
}

const dueFilters: readonly DueFilter[] = ['any', 'late', 'week', 'none'];
const every = 'every';

export function TaskFilters({ filter, kinds, onChange }: TaskFiltersProps) {
  const { t } = useTranslation('tasks');
  const words = useTaskWords();
  return (
    <div className={css.filters}>
      <SearchBox
        className={css.words}
        label={t('filter.words')}
        value={filter.words}
        onChange={(text) => onChange({ ...filter, words: text })}
      />
      <Select
        label={t('filter.kind')}
        labelHidden
        value={filter.kind === '' ? every : filter.kind}
        options={[
          { value: every, label: t('filter.everyKind') },
          ...[...kinds].map(([kind, name]) => ({ value: kind, label: words.of(name) })),
        ]}
        onChange={(kind) => onChange({ ...filter, kind: kind === every ? '' : kind })}
      />
      <Select
        label={t('filter.due')}
        labelHidden
        value={filter.due}
        options={dueFilters.map((due) => ({ value: due, label: t(`filter.${due}`) }))}
        onChange={(due) => onChange({ ...filter, due })}
      />
    </div>
  );
}
