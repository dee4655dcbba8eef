/**
 * The fixed suggestions of the completer: the words of the language, explained, and snippets. Invariant: every snippet parses
 * where it is offered.
 */

export type SuggestionKind =
  | 'keyword'
  | 'type'
  | 'property'
  | 'system'
  | 'operator'
  | 'function'
  | 'value'
  | 'snippet';

export interface Suggestion {
  readonly label: string;
  readonly kind: SuggestionKind;
  /** The kind of value or word, in a word or two. */
  readonly detail: string;
  /** One sentence of explanation, or empty. */
  readonly info: string;
  readonly insert: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  SELECT: 'Begins a query.',
  '*': 'Whole documents.',
  DISTINCT: 'Leaves out rows that are equal.',
  FROM: 'The document types to look among.',
  AS: 'Another name for the column.',
  WHERE: 'Begins the conditions.',
  'ORDER BY': 'Sorts the result.',
  LIMIT: 'At most this many results.',
  OFFSET: 'Leaves out this many results first.',
  AND: 'Both conditions hold.',
  OR: 'At least one condition holds.',
  NOT: 'The condition does not hold.',
  NULL: 'Without a value.',
  ASC: 'Smallest first.',
  DESC: 'Greatest first.',
  '=': 'Is equal; for a list: one of its values is.',
  '!=': 'Is not equal; for a list: none of its values is.',
  LIKE: 'Fits a pattern: % stands for any text, _ for one character.',
  'NOT LIKE': 'Does not fit a pattern.',
  ILIKE: 'Fits a pattern, in capitals or not.',
  'NOT ILIKE': 'Does not fit a pattern, in capitals or not.',
  IN: 'Is one of the values.',
  'NOT IN': 'Is none of the values.',
  BETWEEN: 'Lies between two values, both included.',
  'NOT BETWEEN': 'Lies outside two values.',
  STARTSWITH: 'Is the value or lies below it: a path, or a branch of a vocabulary.',
  'IS NULL': 'Has no value.',
  'IS NOT NULL': 'Has a value.',
};

export function word(label: string): Suggestion {
  return { label, kind: 'keyword', detail: 'keyword', info: MEANINGS[label] ?? '', insert: label };
}

function snippet(label: string, insert: string): Suggestion {
  return { label, kind: 'snippet', detail: 'snippet', info: insert, insert };
}

const LIVE = 'ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0';

export const QUERY_SNIPPETS: readonly Suggestion[] = [
  snippet(
    'Changed in the last week',
    `SELECT * FROM Document WHERE dc:modified > NOW('-P7D') AND ${LIVE} ORDER BY dc:modified DESC`,
  ),
  snippet('Containing words', `SELECT * FROM Document WHERE ecm:fulltext = 'words' AND ${LIVE}`),
  snippet('In the trash', 'SELECT * FROM Document WHERE ecm:isTrashed = 1 AND ecm:isVersion = 0'),
  snippet(
    'Below a folder',
    `SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain/workspaces' AND ${LIVE}`,
  ),
  snippet('Large files', `SELECT * FROM Document WHERE file:content/length > 10000000 AND ${LIVE}`),
];

export const CONDITION_SNIPPETS: readonly Suggestion[] = [
  snippet('Live documents only', LIVE),
  snippet('No folders', "ecm:mixinType != 'Folderish'"),
  snippet('Nothing hidden', "ecm:mixinType != 'HiddenInNavigation'"),
];
