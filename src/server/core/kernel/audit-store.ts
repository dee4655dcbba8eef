/** The audit trail as the rules use it; the adapters implement it. */
import type { JsonObject } from '#wire/json.ts';
import type { AggregateRequest, AggregateResult, QueryResult, SortKey } from './document-store.ts';

export interface AuditRecord {
  readonly eventId: string;
  readonly category: string;
  readonly principalName: string | null;
  readonly eventDate: string;
  readonly repositoryId: string | null;
  readonly docUUID: string | null;
  readonly docPath: string | null;
  readonly docType: string | null;
  readonly docLifeCycle: string | null;
  readonly comment: string | null;
  readonly extended: JsonObject;
}

/** A record with the id and the time that storing it gave. */
export type LogEntry = AuditRecord & { readonly id: number; readonly logDate: string };

export const auditColumns = [
  'id',
  'eventId',
  'category',
  'principalName',
  'eventDate',
  'logDate',
  'repositoryId',
  'docUUID',
  'docPath',
  'docType',
  'docLifeCycle',
  'comment',
] as const;

export type AuditColumn = (typeof auditColumns)[number];
/** A column, or a value inside `extended`. */
export type AuditField = AuditColumn | `extended.${string}`;

export function isAuditField(name: string): name is AuditField {
  return /^extended\.[^"\\]+$/.test(name) || auditColumns.some((column) => column === name);
}

/** A comparison with a missing value never holds, as in SQL. */
export type AuditCondition =
  | { readonly kind: 'and' | 'or'; readonly items: readonly AuditCondition[] }
  | { readonly kind: 'not'; readonly item: AuditCondition }
  | { readonly kind: 'null'; readonly column: AuditField }
  | {
      readonly kind: 'compare';
      readonly column: AuditField;
      readonly operator: '=' | '!=' | '<' | '>' | '<=' | '>=';
      readonly value: string | number;
    }
  | {
      readonly kind: 'like';
      readonly column: AuditField;
      readonly pattern: string;
      readonly ignoreCase: boolean;
    };

export interface AuditFilter {
  readonly condition?: AuditCondition;
  readonly docUUID?: string;
  readonly eventIds?: readonly string[];
  readonly categories?: readonly string[];
  readonly principals?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

export interface AuditStore {
  append(records: readonly AuditRecord[]): Promise<void>;
  /** Entries with a greater id than this, in the order of their ids. */
  following(id: number, limit: number): Promise<readonly LogEntry[]>;
  /** Removes entries up to this id, the oldest first and at most `limit`. Returns how many it removed. */
  removeThrough(id: number, limit: number): Promise<number>;
  list(
    filter: AuditFilter,
    options: { sort: readonly SortKey[]; offset: number; limit: number },
  ): Promise<QueryResult<LogEntry>>;
  /** Over all entries that match the filter; `field` is an `AuditField`. */
  aggregate(filter: AuditFilter, request: AggregateRequest): Promise<AggregateResult>;
}
