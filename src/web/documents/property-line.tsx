// A document's property as one short line of a list: terms by their labels, people by their names.
import { useQuery } from '@tanstack/react-query';
import { prefixOf, schemas } from '#web/api/server-config.ts';
import { type FormField, fieldOf, fieldsOfSchema } from '#web/forms/form-field.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { useDirectoryLabels } from '#web/forms/use-directory.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import type { SchemaEntity } from '#wire/config.ts';
import { isString, type Json } from '#wire/json.ts';
import { propertyText } from './property-text.ts';

export interface PropertyLineProps {
  readonly name: string;
  readonly value: Json | undefined;
}

export function PropertyLine({ name, value }: PropertyLineProps) {
  const format = useFormat();
  const { data = [] } = useQuery(schemas());
  const values = (Array.isArray(value) ? value : [value]).filter(isString);
  const { kind, directory } = fieldNamed(name, data);
  if (values.length > 0 && kind === 'directory' && directory !== undefined)
    return <Terms directory={directory} values={values} />;
  if (values.length > 0 && kind === 'principal')
    return values.map((id, index) => <Person key={id} id={id} first={index === 0} />);
  return <bdi>{propertyText(value, format)}</bdi>;
}

/** For servers that do not send the fields of schemas: those of known schemas. */
function fieldNamed(name: string, known: readonly SchemaEntity[]): FormField {
  const [prefix] = name.split(':');
  const schema = known.find((one) => prefixOf(one) === prefix);
  const field = schema && fieldsOfSchema(schema, prefixOf(schema)).find((one) => one.name === name);
  return field ?? fieldOf(name, 'string');
}

function Terms({ directory, values }: { readonly directory: string; readonly values: readonly string[] }) {
  const format = useFormat();
  const labelsOf = useDirectoryLabels(directory);
  return <bdi>{format.list(values.map((value) => labelsOf(value).at(-1) ?? value))}</bdi>;
}

function Person({ id, first }: { readonly id: string; readonly first: boolean }) {
  return (
    <>
      {first ? null : ', '}
      <bdi>{usePerson(id).label}</bdi>
    </>
  );
}
