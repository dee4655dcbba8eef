/**
 * What differs between the engines, as one small record each (sqlite.ts, postgres.ts).
 * Invariant: for the same data every member means the same on both; whatever is not listed here is common SQL.
 */
import type { DialectAdapter, Expression, QueryCompiler, RawBuilder, SqlBool } from 'kysely';
import type { StoreContext } from './context.ts';

/** Keys and indexes from the outside in: `['files:files', 0, 'file', 'name']`. */
export type JsonPath = readonly (string | number)[];

/** A JSON value inside SQL: a column or an element of an expanded list. */
export interface JsonSource {
  readonly expression: Expression<unknown>;
  /** An element that the list expansion may already have turned into a plain SQL value. */
  readonly isElement: boolean;
  /** What is read from it is indexed. The statement then spells out the path, as the index does: it is no parameter. */
  readonly isIndexed?: boolean;
}

/** The type of a value in the rows of an INSERT (prepared-insert.ts). */
export type GivenType = 'text' | 'integer' | 'bigint' | 'json';

export interface GivenColumn {
  readonly name: string;
  readonly type: GivenType;
  readonly list: RawBuilder<unknown>;
}

export interface DocumentText {
  readonly title: string;
  readonly body: string;
  readonly blobText: string;
}

/** Folded, for the index. */
export interface IndexedText extends DocumentText {
  readonly id: string;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  createAdapter(): DialectAdapter;
  createQueryCompiler(): QueryCompiler;

  /** Column types and index forms, for the migrations. */
  readonly ddl: {
    readonly key: RawBuilder<unknown>;
    readonly text: RawBuilder<unknown>;
    readonly json: RawBuilder<unknown>;
    readonly integer: RawBuilder<unknown>;
    readonly bigInteger: RawBuilder<unknown>;
    /** Full-text table `document_index`, keyed by `fulltext.key`. */
    readonly fulltext: readonly RawBuilder<unknown>[];
    /** Triggers that set the chain of each new place (path-range.ts). */
    readonly chains: readonly RawBuilder<unknown>[];
    /** Triggers that set the folder of a document where a server of an earlier release does not. */
    readonly folders: readonly RawBuilder<unknown>[];
    /** Triggers that count a change of all lists when another program or release writes. */
    readonly listChanges: readonly RawBuilder<unknown>[];
    /** The same as `folders`, for the versions of a document that such a server moves; may run again. */
    readonly foldersOfVersions: readonly RawBuilder<unknown>[];
    /** The same, for versions that stay when such a server removes their document: they lie in no folder. */
    readonly foldersOfOrphans: readonly RawBuilder<unknown>[];
    /** Copies columns of documents into the index of words, and triggers that keep them equal; runs once, in a migration. */
    readonly besideWords: readonly RawBuilder<unknown>[];
    /** Column list of an index in the order that results have. */
    sorted(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown>;
    /** Column list of an index sorted by `keys` that also holds `included`. */
    covering(keys: readonly string[], included: readonly string[]): RawBuilder<unknown>;
  };

  /** In both engines a missing value comes first when ascending, last when descending. */
  readonly ascending: RawBuilder<unknown>;
  readonly descending: RawBuilder<unknown>;
  /** At the end of a SELECT: nobody else may change its rows before this transaction is over. `skip` leaves out locked rows. */
  readonly lock: {
    readonly wait: RawBuilder<unknown>;
    readonly skip: RawBuilder<unknown>;
    /** Nobody may delete its rows before this transaction is over. */
    readonly present: RawBuilder<unknown>;
    /** A column that takes the lock of that name until the transaction ends; undefined where one unit writes at a time. */
    readonly named:
      | {
          shared(name: Expression<string>): RawBuilder<unknown>;
          alone(name: Expression<string>): RawBuilder<unknown>;
        }
      | undefined;
  };
  /** A small number that differs between nearly all transactions that run at the same time. */
  readonly stripe: RawBuilder<number>;
  /**
   * A condition that is always true, and makes a statement fail when its time is over.
   * @param row differs from row to row; best a number
   */
  withinTime(row: Expression<unknown>): RawBuilder<SqlBool> | undefined;

  /** `expression IN (values)`, with the values in one parameter. */
  isOneOf(
    expression: Expression<unknown>,
    values: readonly string[] | readonly number[],
  ): RawBuilder<SqlBool>;
  /** The same for a parameter that `textList` has made. */
  isOneOfTexts(expression: Expression<unknown>, list: Expression<unknown>): RawBuilder<SqlBool>;
  textList(values: readonly string[]): unknown;
  /** For FROM: a row for each text of a parameter that `textList` has made, in the column `value`. */
  eachText(list: Expression<unknown>, alias: string): RawBuilder<unknown>;
  /** The same condition, written so that the engine expects it to be true for few rows. */
  isSeldom(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
  /**
   * The same for a range that is read from an index. Undefined where the engine has statistics about the values, and knows
   * how many rows are in the range.
   */
  readonly isRare: ((condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>) | undefined;
  /** Whether all documents have one of these types; undefined where comparing with a list of types costs next to nothing. */
  hasOnlyTypes(types: readonly string[]): RawBuilder<SqlBool> | undefined;
  /** After a table in FROM: read it by its key. Undefined where the engine knows by itself when that is best. */
  readonly byKey: RawBuilder<unknown> | undefined;
  /** The same: read it in the order of its dates, or of its titles. */
  readonly byOrder: Readonly<Record<'modified' | 'title_key', RawBuilder<unknown>>> | undefined;
  /** The same, or nothing: read those that have a file in the order of its length. */
  readonly byLength: RawBuilder<unknown>;
  /** The same: read the keys of titles from their index, which holds all of them. */
  readonly byTitle: RawBuilder<unknown> | undefined;
  /** The same: read it from the index that holds a few of its columns only. */
  readonly byNarrowIndex: RawBuilder<unknown>;
  /**
   * A LEFT JOIN that looks up one row after the other: a statement that ends after a few rows must not build a hash of the
   * whole table first. Undefined where every join is of this kind.
   */
  readonly oneByOne:
    | ((table: string, condition: RawBuilder<unknown>, alias: string) => RawBuilder<unknown>)
    | undefined;
  /** For FROM: documents, and after them the place of each document that the statement looks for. */
  readonly documentsFirst: RawBuilder<unknown>;
  /** For FROM, after `holders`: of each holder the first `most` documents in it by name, with their places. */
  documentsHeld(isWanted: RawBuilder<unknown>, most: number): RawBuilder<unknown>;
  lower(expression: Expression<unknown>): RawBuilder<string>;
  asText(expression: Expression<unknown>): RawBuilder<string>;
  /** The name at a level of a path, from 1; null where the path is shorter. */
  pathSegment(path: Expression<unknown>, level: number): RawBuilder<string | null>;
  /** A parameter with its type, where the engine cannot infer it. */
  textParameter(value: string | Expression<string>): RawBuilder<string>;
  numberParameter(value: number): RawBuilder<number>;
  /** A parameter whose text is JSON, in the form that the JSON functions take. */
  jsonParameter(value: string | Expression<string>): RawBuilder<unknown>;

  /**
   * How rows are passed to an INSERT: as one list for each column. Undefined where the statement runs once for each row, all
   * in one message, and needs no savepoint for the case that a row is refused.
   */
  readonly givenRows:
    | {
        from(columns: readonly GivenColumn[]): RawBuilder<unknown>;
        value<T>(name: string, type: GivenType): RawBuilder<T>;
        /** A parameter with its type, for an INSERT of a single row. */
        parameter<T>(parameter: RawBuilder<T>, type: GivenType): RawBuilder<T>;
      }
    | undefined;

  /** The exact sum, rounded once; null for no rows, and where it is too large for a number. */
  sum(expression: Expression<unknown>): RawBuilder<number | null>;

  /** The value to store in a compact JSON column (tables.ts), and such a column as text again. */
  compactJson(text: string | Expression<string>): RawBuilder<string>;
  compactJsonText(column: Expression<unknown>): RawBuilder<string>;
  /** Such a column with these amounts added to the numbers at its top level; none falls below 0. */
  addToNumbers(
    column: Expression<unknown>,
    changes: Readonly<Record<string, Expression<number>>>,
  ): RawBuilder<string>;
  /** Whether its text is longer than some tens of thousands of characters, found out without reading the text. */
  isLongJson(column: Expression<unknown>): RawBuilder<SqlBool>;
  jsonText(source: JsonSource, path: JsonPath): RawBuilder<string | null>;
  jsonNumber(source: JsonSource, path: JsonPath): RawBuilder<number | null>;
  /** 0, 1 or null. */
  jsonFlag(source: JsonSource, path: JsonPath): RawBuilder<number | null>;
  /** What is there, still as JSON. */
  jsonValue(source: JsonSource, path: JsonPath): RawBuilder<unknown>;
  /** True when there is a value other than an empty list. */
  jsonExists(source: JsonSource, path: JsonPath): RawBuilder<SqlBool>;
  /** A table `alias(value, place)` with the elements of a list; empty when there is no list. `place` counts from 0. */
  jsonElements(source: JsonSource, path: JsonPath, alias: string): RawBuilder<unknown>;
  jsonPlace(alias: string): RawBuilder<number>;
  /** Aggregates a column to the text of a JSON list, sorted. */
  jsonList(column: Expression<unknown>): RawBuilder<string>;

  /** Lists of texts in an index that holds all documents which have the list. */
  readonly textLists: {
    /** What the index has of the list. */
    value(source: JsonSource, path: JsonPath): RawBuilder<unknown>;
    /** Column list of the index. */
    columns(list: RawBuilder<unknown>): RawBuilder<unknown>;
    /** True of lists that hold one of these, which JSON writes as they are; it may be true of others. */
    mayHold(list: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<SqlBool>;
    /** After a table in FROM: read it from the index of that name, or nothing. */
    from(index: string): RawBuilder<unknown>;
  };

  /** For tables as a whole (table-rows.ts). */
  readonly tables: {
    columns(table: string): RawBuilder<{ readonly name: string }>;
    indexes(table: string): RawBuilder<{ readonly name: string }>;
    /** Lets an INSERT bring keys that the database would count up itself. */
    readonly withKey: RawBuilder<unknown>;
    /** The last key that the database has given to a row; 0 before the first. */
    counter(table: string, key: string): RawBuilder<{ readonly value: number }>;
    setCounter(table: string, key: string, value: number): readonly RawBuilder<unknown>[];
    /**
     * Statistics about the values of a partial index, which the planner needs. Undefined where the engine gets them from the
     * index itself.
     */
    readonly statistics:
      | {
          readonly names: RawBuilder<{ readonly name: string }>;
          create(name: string, table: string, value: RawBuilder<unknown>): RawBuilder<unknown>;
          drop(name: string): RawBuilder<unknown>;
          /** Gathers them now, for tables that hold rows already. */
          gather(table: string): RawBuilder<unknown>;
        }
      | undefined;
  };

  readonly fulltext: {
    /** The column of `document_index` that equals `documents.seq`. */
    readonly key: string;
    /** The engine's own spelling of a folded expression; undefined when no word is left, so that nothing matches. */
    query(expression: FoldedExpression, titleOnly: boolean): string | undefined;
    /** The best hits after a document, at most as many as the limit says, with the columns that `t` has elsewhere. */
    best(query: string, behind: number, limit: number): RawBuilder<unknown>;
    /** The order of `best`, where a join one by one keeps it and nothing is sorted again; undefined where the engine would sort. */
    readonly inOrderOfBest: RawBuilder<unknown> | undefined;
    /**
     * After `document_index t` in FROM: as `d`, the columns of documents that are copied into the index, for counting very
     * many hits. Undefined where there are none.
     */
    readonly documentsBeside: RawBuilder<unknown> | undefined;
    /** Whether these copies differ from `documents`, and what copies them again for one; undefined where there are none. */
    readonly besideWords:
      | { readonly differs: RawBuilder<SqlBool>; restate(id: string): RawBuilder<unknown> }
      | undefined;
    /** The condition on `document_index as <alias>`. */
    matches(alias: string, query: string): RawBuilder<SqlBool>;
    /** Higher is better. */
    score(alias: string, query: string): RawBuilder<number>;
    /** An order by which the index itself can sort: best first, and equals always in the same order. Undefined where it cannot. */
    bestFirst(alias: string): RawBuilder<unknown> | undefined;
    put(context: StoreContext, texts: readonly IndexedText[]): Promise<void>;
    /** The same, with the text as it is stored, in one statement; undefined where two cost no more. */
    readonly putWithText:
      | ((context: StoreContext, text: IndexedText, stored: IndexedText) => Promise<void>)
      | undefined;
    remove(context: StoreContext, documentIds: readonly string[]): Promise<void>;
  };
}

/** A full-text expression after folding: OR of groups, AND within a group, each term a run of adjacent words. */
export interface FoldedExpression {
  readonly groups: readonly (readonly FoldedTerm[])[];
}

export interface FoldedTerm {
  readonly words: readonly string[];
  readonly prefix: boolean;
  readonly negated: boolean;
}
