/**
 * The types, schemas, facets and life cycles in force: the default set plus the configuration.
 * Built once at start, when a contradiction throws an error that names what is wrong.
 */
import type { QueryProperty, QueryTypes } from '../kernel/document-store.ts';
import { defaultSchemas } from './default-schemas.ts';
import type { Lifecycle } from './default-types.ts';
import { defaultFacets, defaultLifecycles, defaultTypes } from './default-types.ts';
import type { FacetDefinition, FieldDefinition, SchemaDefinition, TypeDefinition } from './definitions.ts';
import { hiddenFacets, hiddenSchemas, hiddenTypes } from './hidden-types.ts';
import { findProperty } from './query-properties.ts';

export interface DocumentType {
  readonly name: string;
  readonly parent: string | undefined;
  /** Its own and inherited ones. */
  readonly facets: readonly string[];
  /** Its own, inherited ones and those of its facets. */
  readonly schemas: readonly SchemaDefinition[];
  readonly subtypes: readonly string[];
  readonly lifecycle: Lifecycle;
  /** Only rules of the engine make such documents. */
  readonly isOwned: boolean;
}

export interface TypeAdditions {
  readonly schemas?: readonly SchemaDefinition[];
  readonly facets?: readonly FacetDefinition[];
  readonly types?: readonly TypeDefinition[];
}

export class TypeRegistry implements QueryTypes {
  readonly schemas: ReadonlyMap<string, SchemaDefinition>;
  readonly schemasByPrefix: ReadonlyMap<string, SchemaDefinition>;
  readonly facets: ReadonlyMap<string, FacetDefinition>;
  readonly types: ReadonlyMap<string, DocumentType>;
  readonly #ownedProperties: ReadonlySet<string>;

  constructor(additions: TypeAdditions = {}) {
    const schemas = [...defaultSchemas, ...hiddenSchemas, ...(additions.schemas ?? [])];
    this.schemas = new Map(schemas.map((schema) => [schema.name, schema]));
    this.schemasByPrefix = new Map(schemas.map((schema) => [schema.prefix || schema.name, schema]));
    this.facets = new Map(
      [...defaultFacets, ...hiddenFacets, ...(additions.facets ?? [])].map((facet) => [facet.name, facet]),
    );
    const definitions = new Map(
      [...defaultTypes, ...hiddenTypes, ...(additions.types ?? [])].map((type) => [type.name, type]),
    );
    const resolved = new Map<string, DocumentType>();
    for (const name of definitions.keys()) this.#resolve(name, definitions, resolved, []);
    this.types = resolved;
    this.#ownedProperties = new Set(
      [...this.schemas.values()].flatMap((schema) =>
        schema.owned ? schema.fields.map(({ name }) => `${schema.prefix || schema.name}:${name}`) : [],
      ),
    );
  }

  #resolve(
    name: string,
    definitions: ReadonlyMap<string, TypeDefinition>,
    resolved: Map<string, DocumentType>,
    below: readonly string[],
  ): DocumentType {
    const done = resolved.get(name);
    if (done) return done;
    const definition = definitions.get(name);
    if (!definition) throw new Error(`Type ${below.at(-1)} extends ${name}, which does not exist`);
    if (below.includes(name)) throw new Error(`Type ${name} extends itself`);
    const parent =
      definition.parent === undefined
        ? undefined
        : this.#resolve(definition.parent, definitions, resolved, [...below, name]);
    const facets = [...new Set([...(parent?.facets ?? []), ...definition.facets])];
    const schemaNames = new Set([
      ...(parent?.schemas.map((schema) => schema.name) ?? []),
      ...definition.schemas,
    ]);
    for (const facet of facets)
      for (const schema of this.#facet(facet, name).schemas) schemaNames.add(schema);
    const type: DocumentType = {
      name,
      parent: definition.parent,
      facets,
      schemas: [...schemaNames].map((schema) => this.#schema(schema, name)),
      subtypes: definition.subtypes ?? parent?.subtypes ?? [],
      lifecycle:
        lifecycleNamed(definition.lifecycle) ??
        parent?.lifecycle ??
        lifecycleNamed('default') ??
        fail('no default life cycle'),
      isOwned: definition.owned ?? parent?.isOwned ?? false,
    };
    resolved.set(name, type);
    return type;
  }

  #schema(name: string, wantedBy: string): SchemaDefinition {
    return this.schemas.get(name) ?? fail(`Type ${wantedBy} wants the schema ${name}, which does not exist`);
  }

  #facet(name: string, wantedBy: string): FacetDefinition {
    return this.facets.get(name) ?? fail(`Type ${wantedBy} wants the facet ${name}, which does not exist`);
  }

  type(name: string): DocumentType | undefined {
    return this.types.get(name);
  }

  isOwnedType(name: string): boolean {
    return this.types.get(name)?.isOwned ?? false;
  }

  /** @param name with its prefix: `nt:actors` */
  isOwnedProperty(name: string): boolean {
    return this.#ownedProperties.has(name);
  }

  isOwnedFacet(name: string): boolean {
    return this.facets.get(name)?.owned ?? false;
  }

  isA(name: string, ancestor: string): boolean {
    for (
      let type = this.types.get(name);
      type;
      type = type.parent ? this.types.get(type.parent) : undefined
    ) {
      if (type.name === ancestor) return true;
    }
    return false;
  }

  /** The type's facets first, then the document's own. */
  facetsOf(document: { readonly type: string; readonly facets: readonly string[] }): readonly string[] {
    const ofType = this.types.get(document.type)?.facets ?? [];
    return document.facets.length === 0 ? ofType : [...new Set([...ofType, ...document.facets])];
  }

  hasFacet(document: { readonly type: string; readonly facets: readonly string[] }, facet: string): boolean {
    return (
      document.facets.includes(facet) || (this.types.get(document.type)?.facets.includes(facet) ?? false)
    );
  }

  /** Documents of a type without facets of their own share one list, the same object. */
  schemasOf(document: {
    readonly type: string;
    readonly facets: readonly string[];
  }): readonly SchemaDefinition[] {
    const ofType = this.types.get(document.type)?.schemas ?? [];
    if (document.facets.length === 0) return ofType;
    const schemas = new Map(ofType.map((schema) => [schema.name, schema]));
    for (const facet of document.facets) {
      for (const name of this.facets.get(facet)?.schemas ?? []) {
        const schema = this.schemas.get(name);
        if (schema) schemas.set(name, schema);
      }
    }
    return [...schemas.values()];
  }

  /** The definition behind `dc:title`; undefined when unknown. */
  topField(
    prefixedName: string,
  ): { readonly schema: SchemaDefinition; readonly field: FieldDefinition } | undefined {
    const colon = prefixedName.indexOf(':');
    if (colon < 0) return undefined;
    const schema = this.schemasByPrefix.get(prefixedName.slice(0, colon));
    const field = schema?.fields.find((candidate) => candidate.name === prefixedName.slice(colon + 1));
    return schema && field ? { schema, field } : undefined;
  }

  // -- QueryTypes

  concreteTypes(name: string): readonly string[] | undefined {
    if (!this.types.has(name)) return undefined;
    // No query finds the root of a repository.
    return [...this.types.keys()].filter((type) => type !== 'Root' && this.isA(type, name));
  }

  typesWithFacet(facet: string): readonly string[] {
    return [...this.types.values()].filter((type) => type.facets.includes(facet)).map((type) => type.name);
  }

  property(name: string): QueryProperty | undefined {
    return findProperty(this, name);
  }
}

function lifecycleNamed(name: string | undefined): Lifecycle | undefined {
  return defaultLifecycles.find((lifecycle) => lifecycle.name === name);
}

function fail(message: string): never {
  throw new Error(message);
}
