/**
 * The form of schemas, facets and document types, for the default set and configuration files alike.
 * Invariant: plain data; names are the interface's own.
 */
import type { Json } from '#wire/json.ts';

export type FieldType =
  | 'string'
  | 'long'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'date'
  | 'binary'
  | 'blob'
  | 'complex';

/** What a reference points at, so that it can be checked, fetched and picked in forms. */
export type Resolver =
  | { readonly kind: 'directory'; readonly directory: string; readonly hierarchical: boolean }
  | { readonly kind: 'user' }
  | { readonly kind: 'document' };

export interface Constraints {
  readonly required?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Inclusive bounds, numbers or ISO dates. */
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly values?: readonly string[];
}

export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  readonly list: boolean;
  /** Sub-fields of a complex type. */
  readonly fields?: readonly FieldDefinition[];
  readonly defaultValue?: Json;
  readonly resolver?: Resolver;
  readonly constraints?: Constraints;
  /** Has a database index. Only for texts, numbers and dates that are neither a list nor in one. */
  readonly indexed?: boolean;
  /** For fields at the top of a schema: the value cannot be changed under retention or legal hold. */
  readonly retained?: boolean;
}

export interface SchemaDefinition {
  readonly name: string;
  readonly prefix: string;
  readonly fields: readonly FieldDefinition[];
  /** Writable on versions too. */
  readonly versionWritable?: boolean;
  /** Only rules of the engine write its properties, whoever calls. */
  readonly owned?: boolean;
}

export interface FacetDefinition {
  readonly name: string;
  readonly schemas: readonly string[];
  /** Only rules of the engine add and remove it, whoever calls. */
  readonly owned?: boolean;
}

export interface TypeDefinition {
  readonly name: string;
  readonly parent: string | undefined;
  /** In addition to the parent type's. */
  readonly facets: readonly string[];
  readonly schemas: readonly string[];
  /** Offered for creation inside. Inherited from the parent type when undefined. */
  readonly subtypes?: readonly string[];
  readonly lifecycle?: string;
  /** Only rules of the engine make documents of this type and of types that extend it, whoever calls. */
  readonly owned?: boolean;
}
