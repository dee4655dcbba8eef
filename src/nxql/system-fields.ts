/**
 * The `ecm:` names: their meaning, the clauses that allow them and the operators they take (stated once, for the checker, the
 * completer and their explanations).
 */

export type ScalarType = 'string' | 'long' | 'integer' | 'double' | 'boolean' | 'date';
export type PropertyType = ScalarType | 'binary' | 'blob' | 'complex' | 'list';

/** S: SELECT, W: WHERE, O: ORDER BY. */
export type Clause = 'S' | 'W' | 'O';

export type OperatorName =
  | '='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | 'LIKE'
  | 'ILIKE'
  | 'NOT LIKE'
  | 'NOT ILIKE'
  | 'IN'
  | 'NOT IN'
  | 'BETWEEN'
  | 'NOT BETWEEN'
  | 'STARTSWITH'
  | 'IS NULL'
  | 'IS NOT NULL';

export interface SystemField {
  readonly name: string;
  readonly type: PropertyType;
  readonly element: ScalarType | undefined;
  readonly clauses: readonly Clause[];
  readonly operators: readonly OperatorName[];
  readonly description: string;
}

const EQUALITY: readonly OperatorName[] = ['=', '!='];
const PRESENCE: readonly OperatorName[] = ['IS NULL', 'IS NOT NULL'];
const MEMBERSHIP: readonly OperatorName[] = [...EQUALITY, 'IN', 'NOT IN'];
const ORDERED: readonly OperatorName[] = [
  ...MEMBERSHIP,
  '<',
  '>',
  '<=',
  '>=',
  'BETWEEN',
  'NOT BETWEEN',
  ...PRESENCE,
];
const TEXT: readonly OperatorName[] = [...ORDERED, 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE', 'STARTSWITH'];

/** The operators that fit a property of `type`; a list is compared by its elements. */
export function operatorsFor(type: PropertyType, element: PropertyType | undefined): readonly OperatorName[] {
  switch (type) {
    case 'string':
    case 'binary':
      return TEXT;
    case 'long':
    case 'integer':
    case 'double':
    case 'date':
      return ORDERED;
    case 'boolean':
      return [...MEMBERSHIP, ...PRESENCE];
    case 'blob':
    case 'complex':
      return PRESENCE;
    case 'list':
      return element === undefined || element === 'list' ? PRESENCE : operatorsFor(element, undefined);
  }
}

interface Row {
  readonly type: PropertyType;
  readonly element?: ScalarType;
  readonly clauses?: string;
  readonly operators?: readonly OperatorName[];
  readonly description: string;
}

const id = (description: string): Row => ({
  type: 'string',
  operators: [...MEMBERSHIP, ...PRESENCE],
  description,
});
const text = (description: string): Row => ({ type: 'string', description });
const date = (description: string): Row => ({ type: 'date', description });
const flag = (description: string): Row => ({ type: 'boolean', operators: EQUALITY, description });

const ROWS: Readonly<Record<string, Row>> = {
  'ecm:uuid': id('The identifier of the document.'),
  'ecm:parentId': id(
    'The identifier of the folder it lies in; for a search that of its document for a version; null for the root.',
  ),
  'ecm:path': {
    type: 'string',
    clauses: 'WO',
    operators: [...EQUALITY, 'STARTSWITH'],
    description: 'Where the document lies; STARTSWITH finds what lies below a path, at any depth.',
  },
  'ecm:ancestorId': {
    type: 'string',
    clauses: 'W',
    operators: EQUALITY,
    description: 'The identifier of any folder above the document.',
  },
  'ecm:name': text('The last segment of the path.'),
  'ecm:pos': { type: 'long', description: 'The position in an ordered folder.' },
  'ecm:primaryType': text('The document type.'),
  'ecm:mixinType': {
    type: 'list',
    element: 'string',
    clauses: 'W',
    operators: MEMBERSHIP,
    description: 'The facets of the document, its type’s and its own.',
  },
  'ecm:currentLifeCycleState': text('The state in the life cycle, such as project or approved.'),
  'ecm:isProxy': { ...flag('1 for a proxy: a published or linked copy.'), clauses: 'W' },
  'ecm:isVersion': flag('1 for a version, 0 for a live document.'),
  'ecm:isCheckedInVersion': flag('The older name of ecm:isVersion.'),
  'ecm:isCheckedIn': flag('1 when nothing changed since the last version.'),
  'ecm:isLatestVersion': flag('1 for the newest version of a document.'),
  'ecm:isLatestMajorVersion': flag('1 for the newest major version of a document.'),
  'ecm:isTrashed': flag('1 for a document in the trash.'),
  'ecm:isRecord': flag('1 for a record under retention management.'),
  'ecm:isFlexibleRecord': flag('1 for a record whose retention may be changed.'),
  'ecm:hasLegalHold': flag('1 under a legal hold.'),
  'ecm:retainUntil': date('The moment until which the document may not be deleted.'),
  'ecm:retainedProperties': {
    type: 'list',
    element: 'string',
    description: 'The properties that retention protects.',
  },
  'ecm:versionLabel': text('The label of a version, such as 1.0.'),
  'ecm:versionDescription': text('The comment given when the version was made.'),
  'ecm:versionCreated': date('When the version was made.'),
  'ecm:versionVersionableId': id('The identifier of the document that a version belongs to.'),
  'ecm:proxyTargetId': id('The identifier of the document that a proxy shows.'),
  'ecm:proxyVersionableId': id('The identifier of the live document behind a proxy.'),
  'ecm:lockOwner': text('The user who holds the lock.'),
  'ecm:lockCreated': date('When the lock was taken.'),
  'ecm:tag': { type: 'list', element: 'string', clauses: 'SW', description: 'The tags of the document.' },
  'ecm:fulltext': {
    type: 'string',
    clauses: 'W',
    operators: ['=', 'LIKE'],
    description: 'Words anywhere in the document: word, "a phrase", begin*, -without, one OR other.',
  },
  'ecm:fulltextScore': {
    type: 'double',
    clauses: 'SO',
    operators: [],
    description: 'How well the full-text condition fits; needs exactly one such condition.',
  },
  'ecm:fulltextJobId': { ...id('The indexing job that is still to run.'), clauses: 'SW' },
  'ecm:blobKeys': {
    type: 'list',
    element: 'string',
    clauses: 'SW',
    description: 'The storage keys of the document’s files.',
  },
};

const ACL_ROWS: Readonly<Record<string, Row>> = {
  principal: text('The user or group that an access entry speaks of.'),
  permission: text('The permission that an access entry gives or refuses.'),
  grant: flag('1 when the access entry gives, 0 when it refuses.'),
  name: text('The list that the access entry stands in, such as local.'),
  pos: { type: 'long', description: 'The position of the access entry in its list.' },
  creator: text('Who made the access entry.'),
  begin: date('From when the access entry holds.'),
  end: date('Until when the access entry holds.'),
  status: {
    type: 'long',
    description: 'The state of an access entry with a time: 0 pending, 1 effective, 2 archived.',
  },
};

const CLAUSES: readonly Clause[] = ['S', 'W', 'O'];

function toField(name: string, row: Row): SystemField {
  return {
    name,
    type: row.type,
    element: row.element,
    clauses: CLAUSES.filter((clause) => (row.clauses ?? 'SWO').includes(clause)),
    operators: row.operators ?? operatorsFor(row.type, row.element),
    description: row.description,
  };
}

function fieldsOf(rows: Readonly<Record<string, Row>>, rename: (name: string) => string): SystemField[] {
  return Object.entries(rows).map(([name, row]) => toField(rename(name), row));
}

const ACL_FIELDS = fieldsOf(ACL_ROWS, (name) => `ecm:acl/*/${name}`).map(
  (field): SystemField => ({ ...field, clauses: ['S', 'W'] }),
);

/** Every `ecm:` name to offer; those of access entries with a plain `*`. */
export const SYSTEM_FIELDS: readonly SystemField[] = [...fieldsOf(ROWS, (name) => name), ...ACL_FIELDS];

const BY_NAME: ReadonlyMap<string, SystemField> = new Map(SYSTEM_FIELDS.map((field) => [field.name, field]));

const TAG_ELEMENT = /^ecm:tag\/\*\d*$/;
const ACL_WILDCARD = /^ecm:acl\/\*\d*\//;

/** The meaning of an `ecm:` name in a query, including full-text variants and numbered wildcards. */
export function systemField(name: string): SystemField | undefined {
  if (isFulltextName(name)) return BY_NAME.get('ecm:fulltext');
  if (TAG_ELEMENT.test(name)) return BY_NAME.get('ecm:tag');
  return BY_NAME.get(name.replace(ACL_WILDCARD, 'ecm:acl/*/'));
}

/** `ecm:fulltext`, the named index `ecm:fulltext_title`, or one property: `ecm:fulltext.dc:title`. */
export function isFulltextName(name: string): boolean {
  return name === 'ecm:fulltext' || /^ecm:fulltext[._]./.test(name);
}
