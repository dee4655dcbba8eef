/** The error body and the validation report. */
import type { Json } from './json.ts';
import { isJsonObject } from './json.ts';

export interface ExceptionEntity {
  readonly 'entity-type': 'exception';
  readonly status: number;
  readonly message: string | null;
  /** Name of the exception class, which clients of older releases read. */
  readonly code?: string;
  /** Only for invalid queries. */
  readonly infos?: readonly string[];
  readonly statusCode?: number;
}

export interface ViolationPathNode {
  readonly field_name: string;
  readonly is_list_item: boolean;
  readonly index?: number;
}

export interface Violation {
  readonly messageKey: string;
  readonly message: string;
  readonly invalid_value: Json;
  readonly constraint?: {
    readonly 'entity-type': 'validation_constraint';
    readonly name: string;
    readonly parameters: Readonly<Record<string, Json>>;
  };
  readonly path: readonly ViolationPathNode[];
}

export interface ValidationReportEntity {
  readonly 'entity-type': 'validation_report';
  readonly has_error: true;
  readonly number: number;
  readonly violations: readonly Violation[];
}

export function isExceptionEntity(value: unknown): value is ExceptionEntity {
  return isJsonObject(value) && value['entity-type'] === 'exception' && typeof value.status === 'number';
}

export function isValidationReport(value: unknown): value is ValidationReportEntity {
  return (
    isJsonObject(value) && value['entity-type'] === 'validation_report' && Array.isArray(value.violations)
  );
}
