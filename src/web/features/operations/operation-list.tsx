/** The catalogue: a search field, recently used operations, and all operations by category. Each list is one tab stop. */
import { Search } from 'lucide';
import { useDeferredValue, useState } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Breakable } from '#web/ui/breakable.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { OperationDescription } from '#wire/operation.ts';
import { findOperations, grouped } from './catalogue.ts';
import css from './operation-list.module.css';
import { useRuns } from './operation-runs.ts';

export interface OperationListProps {
  readonly operations: readonly OperationDescription[];
  readonly current: string | undefined;
  /** The reader's own recipes, by id and name. */
  readonly recipes: readonly OwnOperation[];
  readonly onChoose: (id: string) => void;
}

export interface OwnOperation {
  readonly id: string;
  readonly name: string;
  readonly steps: number;
}

const mostLately = 4;

const wordStarts = /(?<=[\p{Ll}.])(?=\p{Lu})/u;

export function OperationList({ operations, current, recipes, onChoose }: OperationListProps) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const found = findOperations(operations, wanted);
  const records = useRuns((state) => state.records);
  const used = [...new Set(records.map(({ id }) => id))].slice(0, mostLately);
  const lately = wanted === '' ? operations.filter(({ id }) => used.includes(id)) : [];
  const section = (title: string, members: readonly OperationDescription[], key: string) => (
    <section key={key} aria-label={title}>
      <h2 className={css.category}>
        <span>{title}</span>
        <span>{format.count(members.length)}</span>
      </h2>
      <ul>
        {members.map((operation) => (
          <li key={operation.id}>
            <button
              type="button"
              className={css.operation}
              aria-current={operation.id === current || undefined}
              onClick={() => onChoose(operation.id)}
            >
              <b className={css.id}>
                <Breakable text={operation.id} at={wordStarts} />
              </b>
              <span className={css.label}>{operation.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
  return (
    <div className={css.list}>
      <search className={css.find}>
        <Icon icon={Search} size={14} />
        <input
          type="search"
          className={css.input}
          aria-label={t('find')}
          placeholder={t('find')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className={css.count} role="status">
          {wanted === ''
            ? null
            : t('found', { found: format.count(found.length), all: format.count(operations.length) })}
        </span>
      </search>
      <div className={css.found}>
        {recipes.length === 0 || wanted !== '' ? null : (
          <section aria-label={t('recipe.own')}>
            <h2 className={css.category}>
              <span>{t('recipe.own')}</span>
              <span>{format.count(recipes.length)}</span>
            </h2>
            <ul>
              {recipes.map(({ id, name, steps }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={css.operation}
                    aria-current={id === current || undefined}
                    onClick={() => onChoose(id)}
                  >
                    <b dir="auto">{name}</b>
                    <span className={css.label}>
                      {t('recipe.stepCount', { count: steps, number: format.count(steps) })}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {lately.length === 0 ? null : section(t('lately'), lately, 'lately')}
        {grouped(found).map(({ category, operations: members }) => section(category, members, category))}
        {found.length === 0 ? <p className={css.none}>{t('none')}</p> : null}
      </div>
    </div>
  );
}
