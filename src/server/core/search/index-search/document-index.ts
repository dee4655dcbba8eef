/**
 * Runs index searches on documents, by translating filters to NXQL.
 * Invariant: every query passes the language's checker, and is limited to the caller's readable ACLs.
 */
import { findField, type Query, quoteString } from '#nxql/index.ts';
import type { QueryRequest, SortKey } from '../../kernel/document-store.ts';
import { errors } from '../../kernel/errors.ts';
import type { DocumentRow } from '../../kernel/model.ts';
import type { Session } from '../../kernel/session.ts';
import { literalFor, sanitiseFulltext } from '../provider-query.ts';
import { vocabularyOf } from '../query-vocabulary.ts';
import { checkedQuery, requestFor } from '../run-query.ts';
import type { IndexSource } from './aggregations.ts';
import type { IndexCondition } from './conditions.ts';
import { readMoment } from './moments.ts';

export interface DocumentIndex extends IndexSource {
  hits(
    condition: IndexCondition,
    page: { readonly from: number; readonly size: number; readonly sort: readonly SortKey[] },
  ): Promise<{ readonly total: number; readonly items: readonly DocumentRow[] }>;
}

const pathLevel = /^ecm:path@level(\d+)$/;

/** Versions are found in folders, as in the Platform's index. */
const asIndex = { versionsInFolders: true } as const;

export function documentIndex(session: Session): DocumentIndex {
  const vocabulary = vocabularyOf(session.types);
  const typeOf = (field: string): string | undefined => {
    const found = findField(vocabulary, propertyName(field));
    return found?.element ?? found?.type;
  };
  const queryFor = (condition: IndexCondition, sort: readonly SortKey[] = []): Query => {
    const clause = clauseOf(session, typeOf, condition);
    return checkedQuery(session, `SELECT * FROM Document${clause === '' ? '' : ` WHERE ${clause}`}`, sort);
  };
  const found = async (condition: IndexCondition, page: Pick<QueryRequest, 'sort' | 'limit' | 'offset'>) => {
    const request = await requestFor(session, queryFor(condition, page.sort), asIndex);
    return session.read.documents.query({ ...request, ...page, countUpTo: -1 });
  };
  return {
    session,
    isFlag: (field) => typeOf(field) === 'boolean',
    aggregate: async (condition, aggregations) => {
      const request = await requestFor(session, queryFor(condition), asIndex);
      const field = pathLevel.test(aggregations.field)
        ? aggregations.field
        : propertyName(aggregations.field);
      const [result] = await session.read.documents.aggregate(request, [{ ...aggregations, field }]);
      return result ?? { id: aggregations.id, buckets: [] };
    },
    count: async (condition) => (await found(condition, { sort: [], limit: 1, offset: 0 })).total,
    hits: async (condition, { from, size, sort }) => {
      const keys = sort
        .filter(({ name }) => name !== '_score' && name !== '_doc')
        .map(({ name, descending }) => ({ name: propertyName(name), descending }));
      const { total, items } = await found(condition, { sort: keys, limit: Math.max(1, size), offset: from });
      return { total, items: size === 0 ? [] : items };
    },
  };
}

/** An index writes `file:content.mime-type` where NXQL writes `file:content/mime-type`. */
function propertyName(field: string): string {
  return field.replaceAll('.', '/');
}

function clauseOf(
  session: Session,
  typeOf: (field: string) => string | undefined,
  condition: IndexCondition,
): string {
  const vocabulary = vocabularyOf(session.types);
  const nothing = "ecm:uuid = ''";

  const clause = (one: IndexCondition): string => {
    switch (one.kind) {
      case 'and':
        return allOf(one.items);
      case 'or':
        return one.items.length === 0 ? nothing : anyOf(one.items);
      case 'not':
        return negation(one.item);
      case 'in':
        return one.values.length === 0 ? nothing : membership(one.field, one.values);
      case 'range':
        return range(one);
      case 'exists':
        return `${propertyName(one.field)} IS NOT NULL`;
      case 'like':
        return `${propertyName(one.field)} LIKE ${quoteString(one.pattern)}`;
      case 'words': {
        const words = sanitiseFulltext(one.text);
        const name = one.field === undefined ? 'ecm:fulltext' : `ecm:fulltext.${propertyName(one.field)}`;
        return words === '' ? nothing : `${name} = ${quoteString(words)}`;
      }
    }
  };

  /** Conditions on consecutive levels of the path are joined to one path. */
  const allOf = (items: readonly IndexCondition[]): string => {
    const flat = items.flatMap(flattened);
    const levels = new Map<number, string>();
    const others = flat.filter((one) => {
      const level = one.kind === 'in' ? pathLevel.exec(one.field)?.[1] : undefined;
      if (level === undefined || one.kind !== 'in') return true;
      const [name = ''] = one.values;
      if (one.values.length !== 1 || (levels.get(Number(level)) ?? name) !== name) throw unclearLevels();
      levels.set(Number(level), name);
      return false;
    });
    const clauses = others.map(clause).filter((text) => text !== '');
    if (levels.size > 0) clauses.push(below(levels));
    return clauses.map((text) => `(${text})`).join(' AND ');
  };

  const anyOf = (items: readonly IndexCondition[]): string => {
    const clauses = items.map(clause);
    return clauses.includes('') ? '' : clauses.map((text) => `(${text})`).join(' OR ');
  };

  /** Documents without a value are included. */
  const negation = (item: IndexCondition): string => {
    const inner = clause(item);
    if (inner === '') return nothing;
    const isProperty = 'field' in item && item.field !== undefined && !item.field.startsWith('ecm:');
    const lacks = isProperty && item.kind !== 'exists' ? `${propertyName(item.field)} IS NULL OR ` : '';
    return `${lacks}NOT (${inner})`;
  };

  const membership = (field: string, values: readonly string[]): string => {
    if (field === 'ecm:path.children') {
      const places = values.map(quoteString);
      return places.map((place) => `(ecm:path = ${place} OR ecm:path STARTSWITH ${place})`).join(' OR ');
    }
    if (pathLevel.test(field)) throw unclearLevels();
    const name = propertyName(field);
    const literals = values.map((value) => literalFor(vocabulary, name, value));
    return literals.length === 1 ? `${name} = ${literals[0]}` : `${name} IN (${literals.join(', ')})`;
  };

  const range = ({ field, bounds, zone }: IndexCondition & { readonly kind: 'range' }): string => {
    const name = propertyName(field);
    const isDate = typeOf(field) === 'date';
    return bounds
      .map(({ operator, value }) => {
        const isEnd = operator === '<=' || operator === '>';
        const text = isDate ? new Date(readMoment(value, zone, session.now, isEnd)).toISOString() : value;
        return `${name} ${operator} ${literalFor(vocabulary, name, text)}`;
      })
      .join(' AND ');
  };

  return clause(condition);
}

function flattened(condition: IndexCondition): readonly IndexCondition[] {
  return condition.kind === 'and' ? condition.items.flatMap(flattened) : [condition];
}

function below(levels: ReadonlyMap<number, string>): string {
  const names = Array.from({ length: levels.size }, (_, index) => levels.get(index + 1));
  if (names.includes(undefined)) throw unclearLevels();
  const path = quoteString(`/${names.join('/')}`);
  return `ecm:path = ${path} OR ecm:path STARTSWITH ${path}`;
}

function unclearLevels(): Error {
  return errors.badRequest('[ecm:path@level] takes one name for each level, from level 1 on');
}
