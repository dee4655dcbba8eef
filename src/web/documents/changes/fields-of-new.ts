/** Which properties to ask for when a document of a type is made: those required, and the optional ones. Pure. */
import type { FormField } from '#web/forms/form-field.ts';
import { documentToBe, formSections } from '#web/forms/form-sections.ts';
import { valueProblems } from '#web/forms/value-problems.ts';
import type { ConfigTypes, SchemaEntity } from '#wire/config.ts';
import type { Json } from '#wire/json.ts';

/** Without the name, which every dialog asks for; empty until the server has sent its types. */
export function fieldsOfNew(
  type: string,
  types: ConfigTypes | undefined,
  schemas: readonly SchemaEntity[] | undefined,
): readonly FormField[] {
  return formSections(documentToBe(type, types), schemas ?? [])
    .filter(({ readOnly }) => !readOnly)
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => name !== 'dc:title');
}

export function hasProblems(fields: readonly FormField[], values: Readonly<Record<string, Json>>): boolean {
  return fields.some((field) => valueProblems(field, values[field.name], field.name).length > 0);
}
