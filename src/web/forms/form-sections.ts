// Which properties of a document are shown, under which heading, and which can be edited. Pure. Invariant: a schema that this app
// does not know is shown whole and can be edited; values that only machines write cannot.

import { isEmpty } from '#web/api/same-value.ts';
import { prefixOf } from '#web/api/server-config.ts';
import type { ConfigTypes, SchemaEntity } from '#wire/config.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import { type FormField, fieldsOfSchema } from './form-field.ts';
import { hiddenSchemas } from './hidden-schemas.ts';
import { readableName } from './readable-name.ts';

export interface FormSection {
  /** Key under `section` in the texts; without such a text, `title` is shown. */
  readonly id: string;
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly readOnly: boolean;
}

const description: readonly string[] = [
  'dc:title',
  'dc:nature',
  'dc:description',
  'dc:subjects',
  'dc:coverage',
  'dc:language',
  'dc:rights',
  'dc:source',
  'dc:publisher',
  'dc:format',
  'dc:issued',
  'dc:valid',
  'dc:expired',
];

/** Read from the file by the server: shown if there is a value. */
const measured: Readonly<Record<string, readonly string[]>> = {
  picture: ['picture:info', 'picture:caption', 'picture:credit', 'picture:byline', 'picture:headline'],
  image_metadata: [],
  iptc: [],
  video: ['vid:info'],
  audio: ['aud:duration'],
};

/** A document, or a description of one that will be made. */
export type DescribedDocument = Pick<DocumentEntity, 'schemas' | 'properties'>;

/** Describes a document of this type before it is made. */
export function documentToBe(type: string, types: ConfigTypes | undefined): DescribedDocument {
  const names = types?.doctypes[type]?.schemas ?? [];
  return { schemas: names.map((name) => ({ name, prefix: '' })), properties: {} };
}

export function formSections(
  document: DescribedDocument,
  schemas: readonly SchemaEntity[],
): readonly FormSection[] {
  const sections: FormSection[] = [];
  for (const { name, prefix } of document.schemas) {
    const schema = schemas.find((one) => one.name === name);
    if (schema === undefined || hiddenSchemas.has(name)) continue;
    const fields = fieldsOfSchema(schema, prefix === '' ? prefixOf(schema) : prefix);
    const section = sectionOf(name, fields, document);
    if (section.fields.length > 0) sections.push(section);
  }
  return sections.toSorted((a, b) => rank(a) - rank(b));
}

/** Fields with a value first; empty ones go to the end, so that they do not push the content out of view. */
export function emptyLast(sections: readonly FormSection[], properties: JsonObject): readonly FormSection[] {
  const isVacant = (field: FormField) => field.name !== 'dc:title' && isEmpty(properties[field.name]);
  const filled = sections.map((section) => ({
    ...section,
    fields: section.readOnly ? section.fields : section.fields.filter((field) => !isVacant(field)),
  }));
  const vacant = sections.flatMap(({ readOnly, fields }) => (readOnly ? [] : fields.filter(isVacant)));
  const shown = filled.filter(({ fields }) => fields.length > 0);
  if (vacant.length === 0) return shown;
  return [...shown, { id: 'empty', title: '', fields: vacant, readOnly: false }];
}

function sectionOf(
  name: string,
  fields: readonly FormField[],
  { properties }: DescribedDocument,
): FormSection {
  const known = measured[name];
  if (name === 'dublincore') {
    const byName = new Map(fields.map((field) => [field.name, field]));
    const ordered = description.flatMap((one) => byName.get(one) ?? []);
    return { id: 'description', title: '', fields: ordered, readOnly: false };
  }
  if (known !== undefined) {
    const wanted = fields.filter((field) => known.length === 0 || known.includes(field.name));
    const filled = wanted.filter((field) => !holdsNothing(properties?.[field.name]));
    return { id: name, title: readableName(name), fields: filled, readOnly: true };
  }
  const id = name === 'file' || name === 'files' ? 'content' : name;
  return { id, title: readableName(name), fields, readOnly: false };
}

/** True also if all parts are empty: servers send that for what could not be measured. */
function holdsNothing(value: Json | undefined): boolean {
  return isEmpty(value) || (isJsonObject(value) && Object.values(value).every(holdsNothing));
}

function rank({ id, readOnly }: FormSection): number {
  if (id === 'description') return 0;
  if (id === 'content') return 2;
  return readOnly ? 3 : 1;
}

/** Schemas from either answer of the server: in full if they were requested, else from the list of types. */
export function schemasOf(detailed: readonly SchemaEntity[] | undefined, types: ConfigTypes | undefined) {
  if (detailed !== undefined) return detailed;
  return Object.entries(types?.schemas ?? {}).map(([name, fields]): SchemaEntity => {
    const prefix = fields['@prefix'];
    return { name, '@prefix': typeof prefix === 'string' ? prefix : name, fields };
  });
}
