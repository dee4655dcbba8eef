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
  /** What is read from it is indexed: its path stands in the statement, as in the index, and is no parameter. */
  readonly isIndexed?: boolean;
}

/** What a value is that is given for each row of an INSERT (prepared-insert.ts). */
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
    /** States the chain of each new place (path-range.ts). */
    readonly chains: readonly RawBuilder<unknown>[];
    /** What states the folder of a document where the server does not. */
    readonly folders: readonly RawBuilder<unknown>[];
    /** What counts a change of all lists where others than this release write. */
    readonly listChanges: readonly RawBuilder<unknown>[];
    /** The same of versions, whose document another server moves; may run again. */
    readonly foldersOfVersions: readonly RawBuilder<unknown>[];
    /** The same of versions that outlive their document, which another server removes: they lie in none. */
    readonly foldersOfOrphans: readonly RawBuilder<unknown>[];
    /** Puts what documents say beside their words, and keeps it there; once, in a migration. */
    readonly besideWords: readonly RawBuilder<unknown>[];
    /** Column list of an index sorted by `keys` that also holds `included`. */
    covering(keys: readonly string[], included: readonly string[]): RawBuilder<unknown>;
  };

  /** Both put what is missing first when ascending, last when descending. */
  readonly ascending: RawBuilder<unknown>;
  readonly descending: RawBuilder<unknown>;
  /** Ends a SELECT whose rows nobody else may change before this transaction is over; `skip` passes over taken rows. */
  readonly lock: {
    readonly wait: RawBuilder<unknown>;
    readonly skip: RawBuilder<unknown>;
    /** Its rows stay there until this transaction is over. */
    readonly present: RawBuilder<unknown>;
    /** Selecting it takes the lock of that name until the transaction ends; undefined where one unit writes at a time. */
    readonly named:
      | {
          shared(name: Expression<string>): RawBuilder<unknown>;
          alone(name: Expression<string>): RawBuilder<unknown>;
        }
      | undefined;
  };
  /** Other than that of nearly all transactions that run at the same time; small. */
  readonly stripe: RawBuilder<number>;
  /** True; makes a long statement fail when its time is over. `row` tells the rows being read apart, by a number at best. */
  withinTime(row: Expression<unknown>): RawBuilder<SqlBool> | undefined;

  /** `expression IN (values)`, with the values in one parameter. */
  isOneOf(
    expression: Expression<unknown>,
    values: readonly string[] | readonly number[],
  ): RawBuilder<SqlBool>;
  /** The same for a parameter that `textList` has made. */
  isOneOfTexts(expression: Expression<unknown>, list: Expression<unknown>): RawBuilder<SqlBool>;
  textList(values: readonly string[]): unknown;
  /** A source of rows whose column `value` holds each of a parameter that `textList` has made. */
  eachText(list: Expression<unknown>, alias: string): RawBuilder<unknown>;
  /** The same condition, in a form of which the engine expects that few rows meet it. */
  isSeldom(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
  /**
   * The condition that an index finds a range for, where few rows meet it. Undefined where the engine knows from figures
   * about the values how many do.
   */
  readonly isRare: ((condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>) | undefined;
  /** Whether the documents have no types but these; undefined where looking a text up in a list costs next to nothing. */
  hasOnlyTypes(types: readonly string[]): RawBuilder<SqlBool> | undefined;
  /** Behind a table in FROM: it is read by its key. Undefined where the engine knows when that is best. */
  readonly byKey: RawBuilder<unknown> | undefined;
  /** The same, in the order of their dates, which are read in it. */
  readonly byDate: RawBuilder<unknown> | undefined;
  /** The same: what few columns say of it is looked up in an index of those. */
  readonly byNarrowIndex: RawBuilder<unknown>;
  /**
   * LEFT JOIN of a table, looked up in for each row of those before it: a statement that ends after a few rows must not
   * prepare for all of them first. Undefined where every join is of this kind.
   */
  readonly oneByOne:
    | ((table: string, condition: RawBuilder<unknown>, alias: string) => RawBuilder<unknown>)
    | undefined;
  /** Documents in FROM, and behind them, for each of those that the statement looks for, its place. */
  readonly documentsFirst: RawBuilder<unknown>;
  /** For each of the `holders` before it in FROM: `most` of the documents in it, by their names, and their places. */
  documentsHeld(isWanted: RawBuilder<unknown>, most: number): RawBuilder<unknown>;
  lower(expression: Expression<unknown>): RawBuilder<string>;
  asText(expression: Expression<unknown>): RawBuilder<string>;
  /** The name at a level of a path, from 1; null where the path is shorter. */
  pathSegment(path: Expression<unknown>, level: number): RawBuilder<string | null>;
  /** Tells the engine the type of a parameter that stands where it cannot guess. */
  textParameter(value: string | Expression<string>): RawBuilder<string>;
  numberParameter(value: number): RawBuilder<number>;
  /** A text that holds JSON, as what the functions for JSON take. */
  jsonParameter(value: string | Expression<string>): RawBuilder<unknown>;

  /**
   * How the rows of an INSERT are given: as one list for each column. Undefined: the statement runs for each of them, in
   * one message, and needs no record of what to undo when one of its rows is refused.
   */
  readonly givenRows:
    | {
        from(columns: readonly GivenColumn[]): RawBuilder<unknown>;
        value<T>(name: string, type: GivenType): RawBuilder<T>;
        /** The parameter of a row that is given alone, with its type. */
        parameter<T>(parameter: RawBuilder<T>, type: GivenType): RawBuilder<T>;
      }
    | undefined;

  /** The exact sum, rounded once; null of nothing and where it is beyond all numbers. */
  sum(expression: Expression<unknown>): RawBuilder<number | null>;

  /** The value to store in a compact JSON column (tables.ts), and such a column as text again. */
  compactJson(text: string | Expression<string>): RawBuilder<string>;
  compactJsonText(column: Expression<unknown>): RawBuilder<string>;
  /** Such a column with numbers added to those at its top level, none of which falls below 0. */
  addToNumbers(
    column: Expression<unknown>,
    changes: Readonly<Record<string, Expression<number>>>,
  ): RawBuilder<string>;
  /** That its text is longer than some tens of thousands of characters, found without reading those that are. */
  isLongJson(column: Expression<unknown>): RawBuilder<SqlBool>;
  jsonText(source: JsonSource, path: JsonPath): RawBuilder<string | null>;
  jsonNumber(source: JsonSource, path: JsonPath): RawBuilder<number | null>;
  /** 0, 1 or null. */
  jsonFlag(source: JsonSource, path: JsonPath): RawBuilder<number | null>;
  /** What is there, still as JSON. */
  jsonValue(source: JsonSource, path: JsonPath): RawBuilder<unknown>;
  /** True when there is something, an empty list not counting. */
  jsonExists(source: JsonSource, path: JsonPath): RawBuilder<SqlBool>;
  /** A table `alias(value, place)` of the elements of a list; empty when there is none. `place` counts from 0. */
  jsonElements(source: JsonSource, path: JsonPath, alias: string): RawBuilder<unknown>;
  jsonPlace(alias: string): RawBuilder<number>;
  /** Aggregates a column to the text of a JSON list, sorted. */
  jsonList(column: Expression<unknown>): RawBuilder<string>;

  /** For tables as a whole (table-rows.ts). */
  readonly tables: {
    columns(table: string): RawBuilder<{ readonly name: string }>;
    indexes(table: string): RawBuilder<{ readonly name: string }>;
    /** Lets an INSERT bring keys that the database would count up itself. */
    readonly withKey: RawBuilder<unknown>;
    /** The last key that was given away; 0 before the first. */
    counter(table: string, key: string): RawBuilder<{ readonly value: number }>;
    setCounter(table: string, key: string, value: number): readonly RawBuilder<unknown>[];
    /**
     * Figures about values that an index of some rows holds, by which statements are planned. Undefined where the engine
     * takes them from the index itself.
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
    /** Of the hits behind a document those that fit best, as many as the limit says, as `t` is where it is joined. */
    best(query: string, behind: number, limit: number): RawBuilder<unknown>;
    /** The order in which `best` has them, by which what is joined one by one need not be sorted; undefined where it would be. */
    readonly inOrderOfBest: RawBuilder<unknown> | undefined;
    /**
     * Behind `document_index t` in FROM: as `d`, what of documents stands beside their words, for counting very many of them.
     * Undefined where nothing does.
     */
    readonly documentsBeside: RawBuilder<unknown> | undefined;
    /** Whether what stands there is that of `documents` itself, and what states it anew for one; undefined where nothing does. */
    readonly besideWords:
      | { readonly differs: RawBuilder<SqlBool>; restate(id: string): RawBuilder<unknown> }
      | undefined;
    /** The condition on `document_index as <alias>`. */
    matches(alias: string, query: string): RawBuilder<SqlBool>;
    /** Higher is better. */
    score(alias: string, query: string): RawBuilder<number>;
    /** By which the index itself can sort, best first and equals always in one order; undefined where it cannot. */
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
