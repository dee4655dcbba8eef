/**
 * Finds the SQL for a name in a query: a column, a JSON value, an element of a list, or something special.
 * Invariant: equal numbered wildcards on one list mean the same element in the whole query; each plain `*` is independent.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isFulltextName, slashed } from '#nxql/index.ts';
import type { QueryProperty, SearchScope } from '#server/core/kernel/document-store.ts';
import type { Engine, JsonPath, JsonSource } from '../engine.ts';
import { digestOfFile, digestProperty, lengthOfFile, lengthProperty } from './facts-of-file.ts';
import { isThumbnail, partOfThumbnail, thumbnailExists } from './made-thumbnail.ts';
import { invalid } from './nxql-failure.ts';
import type { ListElement } from './nxql-terms.ts';
import type { Condition } from './sql-terms.ts';
import { plainField, plainSystemField } from './system-columns.ts';
import { startOfText, startOfTitle } from './text-start.ts';

export type ValueType = 'text' | 'number' | 'flag' | 'date';

export type Field = ValueField | ListField | ObjectField | BlobKeysField | SpecialField;

/** One value for each document, or for each list element. */
export interface ValueField {
  readonly kind: 'value';
  readonly name: string;
  readonly type: ValueType;
  readonly sql: RawBuilder<unknown>;
  /** The expression to sort by, when it is not the value itself. */
  readonly sortBy?: RawBuilder<unknown>;
  readonly element?: ListElement;
  /** A key that tells whether the value may contain a text (title-keys.ts). */
  readonly key?: RawBuilder<string>;
  /** The start of the value, when that is indexed. */
  readonly start?: RawBuilder<string>;
  /** After a table in FROM: read it from the index of these values, which contains only documents with a value. */
  readonly largest?: RawBuilder<unknown>;
  /** The value itself is indexed. */
  readonly isIndexed?: boolean;
  /** Read from a column or an index, not from JSON. */
  readonly isColumn?: boolean;
  /** Also read from the rows of other documents. */
  readonly isOfOthers?: boolean;
  /** Flags that accept only comparisons with 0 and 1. */
  readonly isStrict?: boolean;
  /** The condition that a flag has this value, in a form that engines can estimate. */
  readonly hasValue?: (value: 0 | 1) => RawBuilder<SqlBool>;
}

/** A whole list: conditions ask whether any element matches. */
export interface ListField {
  readonly kind: 'list';
  readonly name: string;
  readonly type: ValueType;
  readonly source: JsonSource;
  readonly path: JsonPath;
  readonly element?: ListElement;
}

/** A blob or a complex value: conditions ask only whether it exists. */
export interface ObjectField {
  readonly kind: 'object';
  readonly name: string;
  readonly exists: Condition;
  readonly element?: ListElement;
}

export interface SpecialField {
  readonly kind: 'path' | 'ancestor' | 'facets' | 'fulltext' | 'fulltextOf' | 'score';
  readonly name: string;
  readonly element?: undefined;
}

/** The list of all blobs of a document, which has a table of its own. */
export interface BlobKeysField {
  readonly kind: 'blobKeys';
  readonly name: string;
  readonly element?: undefined;
}

/** Properties that are queried most have columns. */
const PROPERTY_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['dc:title', 'title'],
  ['dc:created', 'created'],
  ['dc:modified', 'modified'],
  ['dc:creator', 'creator'],
  ['dc:lastContributor', 'last_contributor'],
  ['dc:nature', 'nature'],
]);

const titleKey = sql<string>`d.title_key`;

const FULLTEXT_OF = 'ecm:fulltext.';
const DOCUMENT_TEXT_NAMES: ReadonlySet<string> = new Set([
  'ecm:fulltext',
  'ecm:fulltext_default',
  'ecm:fulltext_title',
  'ecm:fulltext.dc:title',
]);

export class Fields {
  readonly #engine: Engine;
  readonly #scope: SearchScope;
  readonly #elements = new Map<string, ListElement>();

  constructor(engine: Engine, scope: SearchScope) {
    this.#engine = engine;
    this.#scope = scope;
  }

  resolve(written: string): Field {
    const name = slashed(written);
    if (name.startsWith('ecm:')) return this.#system(name);
    const property = this.#scope.types.property(name);
    if (property === undefined) throw invalid(`No such property: ${written}`);
    return this.#property(written, property);
  }

  /** The property that `ecm:fulltext.<property>` searches when it has no index of its own. */
  searchedProperty(name: string): Field {
    return this.resolve(name.slice(FULLTEXT_OF.length));
  }

  #system(name: string): Field {
    switch (name) {
      case 'ecm:path':
        return { kind: 'path', name };
      case 'ecm:isRecord':
      case 'ecm:hasLegalHold':
        return { kind: 'value', name, type: 'flag', sql: this.#keeps(name), isStrict: true };
      case 'ecm:retainUntil':
        return this.#property(name, { segments: ['keep:retainUntil'], type: 'date', isList: false });
      case 'ecm:ancestorId':
        return { kind: 'ancestor', name };
      case 'ecm:mixinType':
        return { kind: 'facets', name };
      case 'ecm:blobKeys':
        return { kind: 'blobKeys', name };
      case 'ecm:fulltextScore':
        return { kind: 'score', name };
      case 'ecm:parentId':
        return plainField(name, this.#scope.versionsInFolders === true ? 'folder_id' : 'parent_id');
      case 'ecm:tag':
        return this.#tag(name, '*0');
      default:
    }
    if (isFulltextName(name)) {
      return {
        kind: DOCUMENT_TEXT_NAMES.has(name) || !name.startsWith(FULLTEXT_OF) ? 'fulltext' : 'fulltextOf',
        name,
      };
    }
    const wildcard = /^ecm:tag\/(\*\d*)$/.exec(name)?.[1];
    if (wildcard !== undefined) return this.#tag(name, wildcard);
    if (name.startsWith('ecm:acl/')) return this.#ace(name);
    const field = plainSystemField(name);
    if (field === undefined) throw invalid(`Unknown field: ${name}`);
    return field;
  }

  #tag(name: string, wildcard: string): Field {
    return this.#property(name, {
      segments: ['nxtag:tags', wildcard, 'label'],
      type: 'string',
      isList: false,
    });
  }

  /** `ecm:acl/*1/permission`: the element is one ACE, inside the list of ACLs. */
  #ace(name: string): Field {
    const [, wildcard, part, ...more] = name.split('/');
    if (wildcard !== undefined && /^\d+$/.test(wildcard))
      throw invalid(`Cannot use explicit index in ACLs: ${name}`);
    if (wildcard === undefined || !/^\*\d*$/.test(wildcard) || part === undefined || more.length > 0)
      throw invalid(`Unknown field: ${name}`);
    const acls: JsonSource = { expression: sql.ref('d.acls'), isElement: false };
    const acl = this.#element(`ecm:acls/${wildcard}`, wildcard, acls, [], undefined);
    const inAcl: JsonSource = { expression: sql.ref(`${acl.alias}.value`), isElement: true };
    const ace = this.#element(`ecm:aces/${wildcard}`, wildcard, inAcl, ['aces'], acl);
    const inAce: JsonSource = { expression: sql.ref(`${ace.alias}.value`), isElement: true };
    const text = (key: string) => this.#engine.jsonText(inAce, [key]);
    const value = (type: ValueType, expression: RawBuilder<unknown>): ValueField => ({
      kind: 'value',
      name,
      type,
      sql: expression,
      element: ace,
    });
    const now = this.#engine.textParameter(this.#scope.now.toISOString());
    switch (part) {
      case 'principal':
        return value('text', text('username'));
      case 'permission':
        return value('text', text('permission'));
      case 'grant':
        return { ...value('flag', this.#engine.jsonFlag(inAce, ['granted'])), isStrict: true };
      case 'name':
        return value('text', this.#engine.jsonText(inAcl, ['name']));
      case 'pos':
        return value('number', this.#engine.jsonPlace(ace.alias));
      case 'creator':
        return value('text', text('creator'));
      case 'begin':
        return value('date', text('begin'));
      case 'end':
        return value('date', text('end'));
      case 'status':
        return value(
          'number',
          // An entry without begin and end has no status.
          sql`case when ${text('begin')} is null and ${text('end')} is null then null
            when ${text('begin')} > ${now} then 0 when ${text('end')} <= ${now} then 2 else 1 end`,
        );
      default:
        throw invalid(`Unknown field: ${name}`);
    }
  }

  /** A mark among the properties that the engine owns: present or not. */
  #keeps(name: string): RawBuilder<unknown> {
    const properties: JsonSource = { expression: sql.ref('d.properties'), isElement: false };
    const mark = this.#engine.jsonFlag(properties, [name.replace('ecm:', 'keep:')]);
    return sql`(case when ${mark} = 1 then 1 else 0 end)`;
  }

  #property(name: string, property: QueryProperty): Field {
    const column = PROPERTY_COLUMNS.get(property.segments.join('/'));
    if (column !== undefined) {
      return {
        kind: 'value',
        name,
        type: property.type === 'date' ? 'date' : 'text',
        sql: sql.ref(`d.${column}`),
        isColumn: true,
        ...(column === 'title' ? { sortBy: titleKey, key: titleKey, start: startOfTitle('d.') } : {}),
      };
    }
    if (property.segments.join('/') === digestProperty) {
      return { kind: 'value', name, type: 'text', sql: digestOfFile('d.', this.#engine) };
    }
    if (property.segments.join('/') === lengthProperty) {
      const length = lengthOfFile('d.', this.#engine);
      return { kind: 'value', name, type: 'number', sql: length, largest: this.#engine.byLength };
    }
    if (isThumbnail(property)) return this.#thumbnail(name, property);
    let source: JsonSource = {
      expression: sql.ref('d.properties'),
      isElement: false,
      isIndexed: property.isIndexed === true,
    };
    let element: ListElement | undefined;
    let path: (string | number)[] = [];
    let walked = '';
    for (const segment of property.segments) {
      walked += `/${segment}`;
      if (/^\*\d*$/.test(segment)) {
        element = this.#element(walked, segment, source, path, element);
        source = { expression: sql.ref(`${element.alias}.value`), isElement: true };
        path = [];
      } else {
        path.push(/^\d+$/.test(segment) ? Number(segment) : segment);
      }
    }
    return this.#typed(name, property, source, path, element);
  }

  #thumbnail(name: string, property: QueryProperty): Field {
    const engine = this.#engine;
    const { type } = property;
    if (type === 'blob' || type === 'complex')
      return { kind: 'object', name, exists: thumbnailExists(engine, this.#scope) };
    const read = (source: JsonSource, path: JsonPath) => scalar(engine, valueType(type), source, path);
    const part = partOfThumbnail(property, read, engine, this.#scope);
    return { kind: 'value', name, type: valueType(type), sql: part };
  }

  #typed(
    name: string,
    property: QueryProperty,
    source: JsonSource,
    path: JsonPath,
    element: ListElement | undefined,
  ): Field {
    const engine = this.#engine;
    const { type } = property;
    if (type === 'blob' || type === 'complex') {
      return { kind: 'object', name, exists: engine.jsonExists(source, path), element };
    }
    if (property.isList) return { kind: 'list', name, type: valueType(type), source, path, element };
    const value = scalar(engine, valueType(type), source, path);
    const isIndexed = source.isIndexed === true && element === undefined;
    const start = source.isIndexed && valueType(type) === 'text' ? { start: startOfText(value) } : {};
    return { kind: 'value', name, type: valueType(type), sql: value, element, isIndexed, ...start };
  }

  #element(
    place: string,
    wildcard: string,
    source: JsonSource,
    path: JsonPath,
    parent: ListElement | undefined,
  ): ListElement {
    const key = wildcard === '*' ? `${place}#${this.#elements.size}` : place;
    const known = this.#elements.get(key);
    if (known !== undefined) return known;
    const alias = `e${this.#elements.size}`;
    const element = {
      alias,
      table: this.#engine.jsonElements(source, path, alias),
      guard: this.#engine.withinTime(this.#engine.jsonPlace(alias)),
      parent,
    };
    this.#elements.set(key, element);
    return element;
  }
}

/** The elements of a list field as a table, and the value of one. */
export function anyElement(
  engine: Engine,
  field: ListField,
): { table: RawBuilder<unknown>; value: ValueField } {
  const alias = 'any_element';
  const source: JsonSource = { expression: sql.ref(`${alias}.value`), isElement: true };
  return {
    table: engine.jsonElements(field.source, field.path, alias),
    value: { kind: 'value', name: field.name, type: field.type, sql: scalar(engine, field.type, source, []) },
  };
}

function scalar(engine: Engine, type: ValueType, source: JsonSource, path: JsonPath): RawBuilder<unknown> {
  switch (type) {
    case 'number':
      return engine.jsonNumber(source, path);
    case 'flag':
      return engine.jsonFlag(source, path);
    default:
      return engine.jsonText(source, path);
  }
}

/** The expression in the index of a property. */
export function indexedValue({ segments, type }: QueryProperty, engine: Engine): RawBuilder<unknown> {
  if (type === 'blob' || type === 'complex') throw new Error(`${segments.join('/')} cannot be indexed`);
  const source: JsonSource = { expression: sql.ref('properties'), isElement: false, isIndexed: true };
  const value = scalar(engine, valueType(type), source, segments);
  return valueType(type) === 'text' ? startOfText(value) : value;
}

function valueType(type: Exclude<QueryProperty['type'], 'blob' | 'complex'>): ValueType {
  switch (type) {
    case 'long':
    case 'double':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'date':
      return 'date';
    default:
      return 'text';
  }
}
