/**
 * Short notation for fields: `'subjects: string[] -> directory l10nsubjects/'`.
 * Invariant: a wrong notation throws when the program starts, never later.
 */
import type { FieldDefinition, FieldType, Resolver } from './definitions.ts';

const types: ReadonlySet<string> = new Set<FieldType>([
  'string',
  'long',
  'integer',
  'double',
  'boolean',
  'date',
  'binary',
  'blob',
  'complex',
]);

function isFieldType(text: string): text is FieldType {
  return types.has(text);
}

/** field := name [':' type ['[]']] ['->' ('user' | 'document' | 'directory' name ['/'])] ['=' json]; type defaults to string. */
export function field(spelling: string, fields?: readonly FieldDefinition[]): FieldDefinition {
  const match =
    /^\s*([^:=\s]+)\s*(?::\s*(\w+)(\[\])?)?\s*(?:->\s*(user|document|directory\s+[\w-]+\/?))?\s*(?:=\s*(.+))?$/.exec(
      spelling,
    );
  const name = match?.[1];
  const type = match?.[2] ?? (fields ? 'complex' : 'string');
  if (!match || !name || !isFieldType(type)) throw new Error(`Bad field spelling: ${spelling}`);
  const resolver = match[4] === undefined ? undefined : parseResolver(match[4]);
  return {
    name,
    type,
    list: match[3] !== undefined,
    ...(fields ? { fields } : {}),
    ...(resolver ? { resolver } : {}),
    ...(match[5] === undefined ? {} : { defaultValue: JSON.parse(match[5]) }),
  };
}

function parseResolver(text: string): Resolver {
  if (text === 'user' || text === 'document') return { kind: text };
  const directory = text.replace(/^directory\s+/, '');
  return {
    kind: 'directory',
    directory: directory.replace(/\/$/, ''),
    hierarchical: directory.endsWith('/'),
  };
}

/** Several fields in that notation, separated by commas or line ends. */
export function fields(list: string): readonly FieldDefinition[] {
  return list
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => field(part));
}
