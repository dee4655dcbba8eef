/** The operation catalogue and the body of a call. */
import type { Json, JsonObject } from './json.ts';

/** Closed union: the server's coercion and the app's field choice switch over it exhaustively (R3). */
export const parameterTypes = [
  'string',
  'boolean',
  'integer',
  'long',
  'float',
  'date',
  'stringlist',
  'properties',
  'document',
  'documents',
  'blob',
  'bloblist',
  'resource',
  'object',
  'map',
  'serializable',
  'validationmethod',
  'list',
] as const;
export type ParameterType = (typeof parameterTypes)[number];

export interface OperationParameter {
  readonly name: string;
  readonly description: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly widget: string | null;
  readonly order: number;
  /** Allowed values; the first is the default when the parameter has one. */
  readonly values: readonly string[];
}

/** The kinds of input and output that a signature names. */
export type SignatureKind =
  | 'void'
  | 'document'
  | 'documents'
  | 'blob'
  | 'bloblist'
  | 'string'
  | 'boolean'
  | 'number'
  | 'long'
  | 'map'
  | 'list'
  | 'recordset'
  | 'json'
  | 'user'
  | 'logEntries'
  | 'bulkStatus'
  | 'object';

export interface OperationDescription {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly label: string;
  readonly category: string;
  readonly requires: string | null;
  readonly description: string;
  readonly since?: string;
  readonly url: string;
  /** Flat list of input/output pairs. */
  readonly signature: readonly string[];
  readonly params: readonly OperationParameter[];
}

export interface OperationCatalogue {
  readonly paths: Readonly<Record<string, string>>;
  readonly codecs: readonly string[];
  readonly operations: readonly OperationDescription[];
  readonly chains: readonly OperationDescription[];
}

export interface OperationCall {
  readonly input?: Json;
  readonly params?: JsonObject;
  readonly context?: JsonObject;
}
