/** The fields of the form for uploads, and which properties are set on which line. Pure. */
import type { CreatableType } from '#web/api/document-context.ts';
import { prefixOf } from '#web/api/server-config.ts';
import { type FormField, fieldsOfSchema } from '#web/forms/form-field.ts';
import { hiddenSchemas } from '#web/forms/hidden-schemas.ts';
import type { ConfigTypes, SchemaEntity } from '#wire/config.ts';
import type { Details, UploadItem } from './upload-item.ts';

/** The form's values by the id of their line, or by the key for all lines. */
export type Drafts = ReadonlyMap<string, Details>;

export const noDraft: Details = { type: null, properties: {} };

/** Schemas that are filled from the file, or that every document has. */
const fromFiles: ReadonlySet<string> = new Set([
  'dublincore',
  'file',
  'files',
  'picture',
  'image_metadata',
  'iptc',
  'video',
  'audio',
]);
const described: readonly string[] = [
  'dc:description',
  'dc:nature',
  'dc:subjects',
  'dc:coverage',
  'dc:language',
  'dc:rights',
  'dc:source',
  'dc:expired',
];

/** Those of the types allowed in a folder that can hold a file. */
export function fileTypes(
  types: readonly CreatableType[],
  config: ConfigTypes | undefined,
): readonly string[] {
  return types
    .filter(({ type, facets }) => {
      const isFolder = facets.includes('Folderish') || facets.includes('HiddenInCreation');
      return !isFolder && config?.doctypes[type]?.schemas.includes('file') === true;
    })
    .map(({ type }) => type)
    .toSorted();
}

/** @param single the form is about one file, so it has a title */
export function detailFields(
  type: string | null,
  config: ConfigTypes | undefined,
  schemas: readonly SchemaEntity[],
  single: boolean,
): readonly FormField[] {
  const fieldsOf = (schema: SchemaEntity) => fieldsOfSchema(schema, prefixOf(schema));
  const core = schemas.filter(({ name }) => name === 'dublincore').flatMap(fieldsOf);
  const names = single ? ['dc:title', ...described] : described;
  const common = names.flatMap((name) => core.filter((field) => field.name === name));
  const own = type === null ? [] : (config?.doctypes[type]?.schemas ?? []);
  const ofType = schemas
    .filter(({ name }) => own.includes(name) && !fromFiles.has(name) && !hiddenSchemas.has(name))
    .flatMap(fieldsOf)
    .filter(({ kind }) => kind !== 'blob');
  return [
    ...common.filter(({ name }) => name === 'dc:title'),
    ...ofType,
    ...common.filter(({ name }) => name !== 'dc:title'),
  ];
}

export function withDraft(drafts: Drafts, id: string, change: Partial<Details>): Drafts {
  return new Map(drafts).set(id, { ...(drafts.get(id) ?? noDraft), ...change });
}

/**
 * Groups the lines that get the same details. Values for one line override those for all, and both override earlier ones.
 * Lines without any values are left out.
 * @param all the key of the draft for all lines
 */
export function detailsOf(
  drafts: Drafts,
  lines: readonly Pick<UploadItem, 'id' | 'details'>[],
  all: string,
): readonly (readonly [details: Details, ids: readonly string[]])[] {
  const shared = drafts.get(all);
  const described = lines.flatMap(({ id, details }) => {
    const own = drafts.get(id);
    if (own === undefined && shared === undefined) return [];
    const merged: Details = {
      type: own?.type ?? shared?.type ?? details?.type ?? null,
      properties: { ...details?.properties, ...shared?.properties, ...own?.properties },
    };
    return [{ id, merged }];
  });
  const groups = Map.groupBy(described, ({ merged }) => JSON.stringify(merged));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[first.merged, group.map(({ id }) => id)] as const];
  });
}
