/**
 * Describes how two rows differ.
 * Invariant: differences in how engines write equal values (the order of names in JSON) do not count.
 */
import type { Row } from '#server/adapters/sql/stores/table-rows.ts';
import { type TableFacts, type TableName, tables } from '#server/adapters/sql/tables.ts';
import { isJsonObject, type Json } from '#wire/json.ts';

const shown = 20;
const longest = 60;

/** Counts all differences, and keeps the descriptions of the first ones. */
export class Differences {
  count = 0;
  readonly words: string[] = [];

  add(words: string, count = 1): void {
    this.count += count;
    if (this.words.length < shown) this.words.push(words);
  }
}

/** A row's name in messages: `documents 17 (deed)`. */
export function rowName(table: TableName, row: Row): string {
  const key = tables[table].isSecret && !tables[table].isCounted ? [] : tables[table].key;
  const name = row.path ?? row.name;
  return `${table} ${key.map((column) => String(row[column])).join(' ')}${
    table === 'documents' || table === 'places' ? ` (${String(name)})` : ''
  }`.trimEnd();
}

/** The order in which the databases return rows of a table. */
export function compareKeys(table: TableName, one: Row, other: Row): number {
  for (const name of tables[table].key) {
    const left = one[name];
    const right = other[name];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
  }
  return 0;
}

/** The first differing column, and its values; undefined when the rows are equal. */
export function rowDifference(
  table: TableName,
  columns: readonly string[],
  one: Row,
  other: Row,
): string | undefined {
  const facts: TableFacts = tables[table];
  const sentenceFor = (place: string, left: unknown, right: unknown): string =>
    facts.isSecret ? `${place} differs` : `${place} is ${inShort(left)} and ${inShort(right)}`;
  for (const column of columns) {
    const left = one[column];
    const right = other[column];
    if (left === right) continue;
    if (!facts.json?.includes(column) || typeof left !== 'string' || typeof right !== 'string')
      return sentenceFor(column, left, right);
    const found = jsonDifference(JSON.parse(left), JSON.parse(right), column);
    if (found !== undefined) return sentenceFor(found.place, found.one, found.other);
  }
  return undefined;
}

interface JsonDifference {
  readonly place: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

function jsonDifference(
  one: Json | undefined,
  other: Json | undefined,
  place: string,
): JsonDifference | undefined {
  if (one === other) return undefined;
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let index = 0; index < Math.max(one.length, other.length); index++) {
      const found = jsonDifference(one[index], other[index], `${place}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = jsonDifference(one[name], other[name], `${place}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return { place, one, other };
}

function inShort(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
