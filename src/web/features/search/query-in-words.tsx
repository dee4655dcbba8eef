/** Says a query in the reader's language: its conditions as a list, groups of conditions as nested lists. */
import { parse } from '#nxql/index.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type ExplainedValue, type Explanation, explainQuery } from './explain-query.ts';
import css from './query-in-words.module.css';

export function QueryInWords({ query: text }: { readonly query: string }) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const words = useKindWords();
  const nameOf = useFieldNames();
  const { query } = parse(text);
  if (query === undefined) return null;
  const { types, condition, order, limit, offset } = explainQuery(query);
  const everything = types.includes('Document');
  const ordered = format.list(
    order.map(({ field, descending }) =>
      t(descending ? 'explain.descending' : 'explain.ascending', { field: nameOf(field) }),
    ),
  );
  return (
    <section className={css.words} aria-label={t('explain.label')}>
      <p>
        {everything
          ? t(condition === null ? 'explain.everything' : 'explain.documents')
          : t(condition === null ? 'explain.everyOf' : 'explain.of', {
              types: format.list(types.map((type) => words.ofType(type))),
            })}
      </p>
      {condition === null ? null : (
        <ul>
          <Items condition={condition} top />
        </ul>
      )}
      {order.length === 0 ? null : <p>{t('explain.order', { fields: ordered })}</p>}
      {limit === undefined ? null : <p>{t('explain.limit', { number: format.count(limit) })}</p>}
      {offset === undefined ? null : <p>{t('explain.offset', { number: format.count(offset) })}</p>}
    </section>
  );
}

/** The outermost list has no heading if all its conditions must hold. */
function Items({ condition, top = false }: { readonly condition: Explanation; readonly top?: boolean }) {
  const { t } = useTranslation('search');
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'none': {
      const items = condition.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified by their position.
        <Items key={index} condition={item} />
      ));
      if (top && condition.kind === 'all') return items;
      return (
        <li>
          {t(`explain.${condition.kind}`)}
          <ul>{items}</ul>
        </li>
      );
    }
    case 'words':
      return <li>{t('explain.fulltext', { words: condition.words })}</li>;
    case 'written':
      return (
        <li>
          <code dir="ltr">{condition.text}</code>
        </li>
      );
    case 'clause':
      return <Clause {...condition} />;
  }
}

function Clause({ field, operator, values }: Extract<Explanation, { kind: 'clause' }>) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const nameOf = useFieldNames();
  const written = useWrittenValue();
  return (
    <li>
      <b>
        <bdi>{nameOf(field)}</bdi>
      </b>{' '}
      {t(`operator.${operator}`)} <bdi>{format.list(values.map(written))}</bdi>
    </li>
  );
}

function useFieldNames(): (name: string) => string {
  const { t } = useTranslation('search');
  const label = useFieldLabel();
  return (name) => t(`facet.${name.replace(':', '.')}`, { defaultValue: label(name) });
}

function useWrittenValue(): (value: ExplainedValue) => string {
  const { t } = useTranslation('search');
  const format = useFormat();
  return (value) => {
    switch (value.kind) {
      case 'text':
        return t('explain.text', { text: value.text });
      case 'number':
        return format.count(value.number);
      case 'day':
        return format.date(new Date(`${value.date}T00:00`));
      case 'moment':
        return format.dateTime(new Date(value.date));
      default:
        return t(`builder.${value.kind}`);
    }
  };
}
