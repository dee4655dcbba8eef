/** Types, schemas and facets for `/config`. */
import type { FieldDefinition, SchemaDefinition } from '#server/core/types/definitions.ts';
import type { DocumentType, TypeRegistry } from '#server/core/types/registry.ts';
import type {
  ConfigTypes,
  DocTypeEntity,
  DocTypeSummary,
  FacetEntity,
  FieldDescription,
  SchemaEntity,
  SchemaFields,
} from '#wire/config.ts';

/** With constraints when `fetch-schema: fields` asks for them. */
export function presentFields(schema: SchemaDefinition, detailed = false): SchemaFields {
  return Object.fromEntries(schema.fields.map((field) => [field.name, describeField(field, detailed)]));
}

function describeField(field: FieldDefinition, detailed: boolean): FieldDescription {
  const type = `${field.type}${field.list ? '[]' : ''}`;
  const parts = field.fields
    ? { fields: Object.fromEntries(field.fields.map((part) => [part.name, describeField(part, detailed)])) }
    : {};
  if (!detailed) return field.fields ? { ...parts, type } : type;
  const constraints = constraintsOf(field);
  return {
    ...parts,
    type,
    constraints: field.list ? [] : constraints,
    ...(field.list ? { itemConstraints: constraints } : {}),
  };
}

function constraintsOf(field: FieldDefinition): readonly object[] {
  const found: object[] = [];
  const add = (name: string, parameters: object): void => {
    found.push({ 'entity-type': 'validation_constraint', name, parameters });
  };
  const { constraints, resolver } = field;
  if (field.type !== 'blob' && field.type !== 'complex') add(field.type, {});
  if (constraints?.required) add('NotNullConstraint', {});
  if (constraints?.pattern) add('PatternConstraint', { Pattern: constraints.pattern });
  if (constraints?.minLength !== undefined || constraints?.maxLength !== undefined) {
    add('LengthConstraint', { Minimum: constraints.minLength, Maximum: constraints.maxLength });
  }
  if (constraints?.minimum !== undefined || constraints?.maximum !== undefined) {
    add(field.type === 'date' ? 'DateIntervalConstraint' : 'NumericIntervalConstraint', {
      Minimum: constraints.minimum,
      MinimumInclusive: true,
      Maximum: constraints.maximum,
      MaximumInclusive: true,
    });
  }
  if (constraints?.values) add('EnumConstraint', { Values: constraints.values });
  if (resolver?.kind === 'directory') {
    add('directoryResolver', {
      directory: resolver.directory,
      validation: 'true',
      ...(resolver.hierarchical ? { parentField: 'parent', keySeparator: '/' } : {}),
    });
  } else if (resolver?.kind === 'user') {
    // A document keeps its creator when the account is gone.
    add('userManagerResolver', { includeUsers: 'true', includeGroups: 'false', validation: 'false' });
  } else if (resolver) add('documentResolver', {});
  return found;
}

export function presentSchema(schema: SchemaDefinition, detailed = false): SchemaEntity {
  return {
    'entity-type': 'schema',
    name: schema.name,
    ...(schema.prefix ? { prefix: schema.prefix, '@prefix': schema.prefix } : {}),
    fields: presentFields(schema, detailed),
  };
}

/** The form inside lists: without entity-type, and with the prefix even when it is empty. */
export function presentSchemaItem(schema: SchemaDefinition, detailed = false): SchemaEntity {
  return { name: schema.name, '@prefix': schema.prefix, fields: presentFields(schema, detailed) };
}

export function presentFacetItem(types: TypeRegistry, name: string): FacetEntity {
  const schemas = (types.facets.get(name)?.schemas ?? []).flatMap((one) => types.schemas.get(one) ?? []);
  return { name, ...(schemas.length > 0 ? { schemas: schemas.map((one) => presentSchemaItem(one)) } : {}) };
}

export function presentType(type: DocumentType, detailed = false): DocTypeEntity {
  return {
    'entity-type': 'docType',
    name: type.name,
    parent: type.parent ?? 'None!!!',
    facets: type.facets,
    schemas: type.schemas.map((schema) => presentSchemaItem(schema, detailed)),
  };
}

export function presentTypes(types: TypeRegistry): ConfigTypes {
  const summary = (type: DocumentType): DocTypeSummary => ({
    parent: type.parent ?? 'None!!!',
    facets: type.facets,
    schemas: type.schemas.map((schema) => schema.name),
  });
  return {
    doctypes: Object.fromEntries([...types.types].map(([name, type]) => [name, summary(type)])),
    schemas: Object.fromEntries(
      [...types.schemas].map(([name, schema]) => [
        name,
        { '@prefix': schema.prefix, ...presentFields(schema) },
      ]),
    ),
  };
}
