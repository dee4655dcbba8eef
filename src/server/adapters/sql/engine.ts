/**
 * The differences between the engines: each implements this record (sqlite-engine.ts, postgres-engine.ts).
 * Invariant: for the same data every member has the same meaning on both; all other SQL is common.
 */
import type { DialectAdapter, Expression, QueryCompiler, RawBuilder, SqlBool } from 'kysely';
import type { StoreContext } from './context.ts';

/** Keys and indexes, the outermost first: `['files:files', 0, 'file', 'name']`. */
export type JsonPath = readonly (string | number)[];

/** A JSON value inside SQL: a column or an element of an expanded list. */
export interface JsonSource {
  readonly expression: Expression<unknown>;
  /** An element of an expanded list, which the expansion may have turned into a plain SQL value. */
  readonly isElement: boolean;
  /** It has an index: the path is then written into the statement as in the index, not passed as a parameter. */
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

/** Folded text for the full-text index. */
export interface IndexedText extends DocumentText {
  readonly id: string;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  createAdapter(): DialectAdapter;
  createQueryCompiler(): QueryCompiler;

  /** Column types, indexes and triggers for the migrations. */
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
    /** Triggers that set a document's folder when a server of an earlier release does not. */
    readonly folders: readonly RawBuilder<unknown>[];
    /** Triggers that count changes of lists when another program or release writes. */
    readonly listChanges: readonly RawBuilder<unknown>[];
    /** Like `folders`, for the versions of a document that such a server moves; may run again. */
    readonly foldersOfVersions: readonly RawBuilder<unknown>[];
    /** Like `folders`, for versions that remain when such a server removes their document: they have no folder. */
    readonly foldersOfOrphans: readonly RawBuilder<unknown>[];
    /** Copies columns of documents into the full-text table, with triggers that keep them equal; runs once, in a migration. */
    readonly documentCopies: readonly RawBuilder<unknown>[];
    /** The columns of an index in the sort order of results. */
    sorted(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown>;
    /** The columns of an index sorted by `keys` that also contains `included`. */
    covering(keys: readonly string[], included: readonly string[]): RawBuilder<unknown>;
  };

  /** On both engines missing values come first when ascending, last when descending. */
  readonly ascending: RawBuilder<unknown>;
  readonly descending: RawBuilder<unknown>;
  /** After a SELECT: locks its rows until this transaction ends. `skip` leaves out locked rows. */
  readonly lock: {
    readonly wait: RawBuilder<unknown>;
    readonly skip: RawBuilder<unknown>;
    /** Prevents the deletion of its rows until this transaction ends. */
    readonly present: RawBuilder<unknown>;
    /** A column that takes the lock of that name until the transaction ends; undefined where only one unit writes at a time. */
    readonly named:
      | {
          shared(name: Expression<string>): RawBuilder<unknown>;
          alone(name: Expression<string>): RawBuilder<unknown>;
        }
      | undefined;
  };
  /** A small number that is different for nearly all concurrent transactions. */
  readonly stripe: RawBuilder<number>;
  /**
   * A condition that is always true, and makes a statement fail when its time is over.
   * @param row an expression that differs from row to row, preferably a number
   */
  withinTime(row: Expression<unknown>): RawBuilder<SqlBool> | undefined;

  /** `expression IN (values)`, with all values in one parameter. */
  isOneOf(
    expression: Expression<unknown>,
    values: readonly string[] | readonly number[],
  ): RawBuilder<SqlBool>;
  /** The same for a parameter made by `textList`. */
  isOneOfTexts(expression: Expression<unknown>, list: Expression<unknown>): RawBuilder<SqlBool>;
  textList(values: readonly string[]): unknown;
  /** For FROM: a row for each text of a parameter made by `textList`, in the column `value`. */
  eachText(list: Expression<unknown>, alias: string): RawBuilder<unknown>;
  /** The same condition, written so that the engine expects it to be true for few rows. */
  isSeldom(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
  /**
   * The same for a range in an index. Undefined where the engine has statistics of the values and knows how many rows are in
   * the range.
   */
  readonly isRare: ((condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>) | undefined;
  /** Whether all documents have one of these types; undefined where comparing with a list of types is cheap. */
  hasOnlyTypes(types: readonly string[]): RawBuilder<SqlBool> | undefined;
  /** After a table in FROM: read it by its key. Undefined where the engine knows when that is best. */
  readonly byKey: RawBuilder<unknown> | undefined;
  /** The same: read it in the order of its dates, or of its titles. */
  readonly byOrder: Readonly<Record<'modified' | 'title_key', RawBuilder<unknown>>> | undefined;
  /** The same, or empty: read documents that have a file in the order of its length. */
  readonly byLength: RawBuilder<unknown>;
  /** The same: read the sort keys of titles from the index that contains them all. */
  readonly byTitle: RawBuilder<unknown> | undefined;
  /** The same: read it from the index that contains only a few of its columns. */
  readonly byNarrowIndex: RawBuilder<unknown>;
  /**
   * A LEFT JOIN that looks up row after row: a statement that ends after a few rows must not first build a hash of the whole
   * table. Undefined where every join works like this.
   */
  readonly oneByOne:
    | ((table: string, condition: RawBuilder<unknown>, alias: string) => RawBuilder<unknown>)
    | undefined;
  /** For FROM: documents first, then the place of each document that the statement finds. */
  readonly documentsFirst: RawBuilder<unknown>;
  /** For FROM, after `holders`: the first `most` documents of each holder by name, with their places. */
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
   * in one message, and needs no savepoint for a refused row.
   */
  readonly givenRows:
    | {
        from(columns: readonly GivenColumn[]): RawBuilder<unknown>;
        value<T>(name: string, type: GivenType): RawBuilder<T>;
        /** A parameter with its type, for an INSERT of a single row. */
        parameter<T>(parameter: RawBuilder<T>, type: GivenType): RawBuilder<T>;
      }
    | undefined;

  /** The exact sum, rounded once; null without rows, and when it is too large for a number. */
  sum(expression: Expression<unknown>): RawBuilder<number | null>;

  /** Converts a text to the form of a compact JSON column (tables.ts), and such a column to text. */
  compactJson(text: string | Expression<string>): RawBuilder<string>;
  compactJsonText(column: Expression<unknown>): RawBuilder<string>;
  /** The column with these amounts added to its top-level numbers; none falls below 0. */
  addToNumbers(
    column: Expression<unknown>,
    changes: Readonly<Record<string, Expression<number>>>,
  ): RawBuilder<string>;
  /** Whether its text is longer than some tens of thousands of characters, without reading the text. */
  isLongJson(column: Expression<unknown>): RawBuilder<SqlBool>;
  jsonText(source: JsonSource, path: JsonPath): RawBuilder<string | null>;
  jsonNumber(source: JsonSource, path: JsonPath): RawBuilder<number | null>;
  /** 0, 1 or null. */
  jsonFlag(source: JsonSource, path: JsonPath): RawBuilder<number | null>;
  /** The value as JSON. */
  jsonValue(source: JsonSource, path: JsonPath): RawBuilder<unknown>;
  /** True when there is a value other than an empty list. */
  jsonExists(source: JsonSource, path: JsonPath): RawBuilder<SqlBool>;
  /** A table `alias(value, place)` with the elements of a list; empty when there is no list. `place` counts from 0. */
  jsonElements(source: JsonSource, path: JsonPath, alias: string): RawBuilder<unknown>;
  jsonPlace(alias: string): RawBuilder<number>;
  /** Aggregates a column to the text of a JSON list, sorted. */
  jsonList(column: Expression<unknown>): RawBuilder<string>;

  /** Lists of texts, for an index of all documents that have the list. */
  readonly textLists: {
    /** The indexed form of the list. */
    value(source: JsonSource, path: JsonPath): RawBuilder<unknown>;
    /** Column list of the index. */
    columns(list: RawBuilder<unknown>): RawBuilder<unknown>;
    /** True for lists that contain one of these texts, which JSON writes without escapes; may be true for others. */
    mayHold(list: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<SqlBool>;
    /** After a table in FROM: read it from the index of that name, or nothing. */
    from(index: string): RawBuilder<unknown>;
  };

  /** For copying whole tables (table-rows.ts). */
  readonly tables: {
    columns(table: string): RawBuilder<{ readonly name: string }>;
    indexes(table: string): RawBuilder<{ readonly name: string }>;
    /** Lets an INSERT give keys that the database would otherwise count up. */
    readonly withKey: RawBuilder<unknown>;
    /** The last key that the database has given to a row; 0 before the first. */
    counter(table: string, key: string): RawBuilder<{ readonly value: number }>;
    setCounter(table: string, key: string, value: number): readonly RawBuilder<unknown>[];
    /**
     * Statistics of the values of a partial index, which the planner needs. Undefined where the engine gets them from the index
     * itself.
     */
    readonly statistics:
      | {
          readonly names: RawBuilder<{ readonly name: string }>;
          create(name: string, table: string, value: RawBuilder<unknown>): RawBuilder<unknown>;
          drop(name: string): RawBuilder<unknown>;
          /** Gathers them now, for tables that have rows already. */
          gather(table: string): RawBuilder<unknown>;
        }
      | undefined;
  };

  readonly fulltext: {
    /** The column of `document_index` that equals `documents.seq`. */
    readonly key: string;
    /** A folded expression in the engine's syntax; undefined when no word is left, so that nothing matches. */
    query(expression: FoldedExpression, titleOnly: boolean): string | undefined;
    /** The best hits after a document, at most `limit`, with the columns that `t` has elsewhere. */
    best(query: string, behind: number, limit: number): RawBuilder<unknown>;
    /** The order of `best`, where a join row by row keeps it without sorting; undefined where the engine would sort. */
    readonly inOrderOfBest: RawBuilder<unknown> | undefined;
    /**
     * After `document_index t` in FROM: as `d`, the columns of documents copied into the index, for counting very many hits.
     * Undefined where there are no copies.
     */
    readonly documentsBeside: RawBuilder<unknown> | undefined;
    /** Whether these copies differ from `documents`, and a statement that repairs one; undefined where there are no copies. */
    readonly documentCopies:
      | { readonly differs: RawBuilder<SqlBool>; restate(id: string): RawBuilder<unknown> }
      | undefined;
    /** The condition on `document_index as <alias>`. */
    matches(alias: string, query: string): RawBuilder<SqlBool>;
    /** Higher is better. */
    score(alias: string, query: string): RawBuilder<number>;
    /** A sort order that the index itself supports: best first, and equal hits always in the same order. Else undefined. */
    bestFirst(alias: string): RawBuilder<unknown> | undefined;
    put(context: StoreContext, texts: readonly IndexedText[]): Promise<void>;
    /** The same including the stored text, in one statement; undefined where two statements cost no more. */
    readonly putWithText:
      | ((context: StoreContext, text: IndexedText, stored: IndexedText) => Promise<void>)
      | undefined;
    remove(context: StoreContext, documentIds: readonly string[]): Promise<void>;
  };
}

/** A folded full-text expression: OR of groups, AND within a group; each term is a sequence of adjacent words. */
export interface FoldedExpression {
  readonly groups: readonly (readonly FoldedTerm[])[];
}

export interface FoldedTerm {
  readonly words: readonly string[];
  readonly prefix: boolean;
  readonly negated: boolean;
}
