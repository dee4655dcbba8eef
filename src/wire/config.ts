/** Types, schemas and facets as `GET /config/*` sends them. */
export type FieldDescription =
  | string
  | {
      readonly type: string;
      readonly fields?: Readonly<Record<string, FieldDescription>>;
      readonly constraints?: readonly unknown[];
      readonly itemConstraints?: readonly unknown[];
    };

/** In the answer that lists all schemas, `@prefix` is beside the fields. */
export type SchemaFields = Readonly<Record<string, FieldDescription>>;

export interface DocTypeSummary {
  readonly parent: string;
  readonly facets: readonly string[];
  readonly schemas: readonly string[];
}

/** `GET /config/types`: the answer has no `entity-type`. */
export interface ConfigTypes {
  readonly doctypes: Readonly<Record<string, DocTypeSummary>>;
  readonly schemas: Readonly<Record<string, SchemaFields>>;
}

export interface SchemaEntity {
  readonly 'entity-type'?: 'schema';
  readonly name: string;
  readonly prefix?: string;
  readonly '@prefix'?: string;
  readonly fields: SchemaFields;
}

export interface DocTypeEntity {
  readonly 'entity-type': 'docType';
  readonly name: string;
  readonly parent: string;
  readonly facets: readonly string[];
  readonly schemas: readonly SchemaEntity[];
}

export interface FacetEntity {
  readonly 'entity-type'?: 'facet';
  readonly name: string;
  readonly schemas?: readonly SchemaEntity[];
}
