/** The shapes of documents, and of entities that belong to them. */
import type { AceEntity, AclEntity, CommentEntity, LogEntryEntity } from '#wire/activity.ts';
import type { BlobEntity, DocumentEntity, ListEntity, Page, SchemaReference } from '#wire/document.ts';
import type { ExceptionEntity, ValidationReportEntity, Violation } from '#wire/exception.ts';
import type {
  AggregateBucket,
  AggregateEntity,
  BulkFailure,
  BulkStatusEntity,
  SavedSearchEntity,
} from '#wire/search.ts';
import type { AclsEntity } from '../presenters/acls.ts';
import * as is from './shape.ts';

const {
  any,
  anyObject,
  boolean,
  component,
  date,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  record,
  string,
} = is;

export const document = component(
  'Document',
  object<DocumentEntity>({
    'entity-type': is.oneOf('document'),
    // People whom a page provider returns as documents have no repository and no id.
    repository: nullable(string),
    uid: nullable(string),
    path: nullable(string),
    type: string,
    state: nullable(string),
    parentRef: nullable(string),
    isCheckedOut: boolean,
    isRecord: boolean,
    retainUntil: nullable(string),
    isFlexibleRecord: optional(boolean),
    retainedProperties: optional(list(string)),
    hasLegalHold: boolean,
    isUnderRetentionOrLegalHold: boolean,
    isVersion: boolean,
    isProxy: boolean,
    proxyTargetId: optional(string),
    versionableId: optional(string),
    changeToken: nullable(string),
    isTrashed: boolean,
    title: string,
    versionLabel: optional(string),
    isLatestVersion: optional(boolean),
    isLatestMajorVersion: optional(boolean),
    lockOwner: optional(string),
    lockCreated: optional(date),
    lastModified: optional(date),
    properties: optional(anyObject),
    facets: list(string),
    schemas: list(object<SchemaReference>({ name: string, prefix: string })),
    contextParameters: optional(anyObject),
  }),
);

const bucket = object<AggregateBucket>({
  key: string,
  docCount: integer,
  from: optional(nullable(number)),
  to: optional(nullable(number)),
  fromAsDate: optional(nullable(number)),
  toAsDate: optional(nullable(number)),
  fetchedKey: optional(any),
});

export const aggregate = component(
  'Aggregate',
  object<AggregateEntity>({
    'entity-type': is.oneOf('aggregate'),
    id: string,
    field: string,
    properties: record(string),
    ranges: list(any),
    selection: list(string),
    type: string,
    buckets: optional(list(bucket)),
    extendedBuckets: optional(list(bucket)),
    value: optional(nullable(number)),
  }),
);

/** Keys of paged lists only. */
const paging: Parameters<typeof object<Partial<Page>>>[0] = {
  isPaginable: optional(boolean),
  resultsCount: optional(integer),
  pageSize: optional(integer),
  maxPageSize: optional(integer),
  resultsCountLimit: optional(integer),
  currentPageSize: optional(integer),
  currentPageIndex: optional(integer),
  currentPageOffset: optional(integer),
  numberOfPages: optional(integer),
  isPreviousPageAvailable: optional(boolean),
  isNextPageAvailable: optional(boolean),
  isLastPageAvailable: optional(boolean),
  isSortable: optional(boolean),
  hasError: optional(boolean),
  errorMessage: optional(nullable(string)),
  totalSize: optional(integer),
  pageIndex: optional(integer),
  pageCount: optional(integer),
};

export function listOf<Entry>(name: string, kind: string, entries: is.Shape<Entry>) {
  return component(
    name,
    object<ListEntity<Entry>>({
      'entity-type': is.oneOf(kind),
      ...paging,
      aggregations: optional(record(aggregate)),
      quickFilters: optional(
        list(object<{ name: string; active: boolean }>({ name: string, active: boolean })),
      ),
      entries: list(entries),
    }),
  );
}

/** A document, or a person in the form of a document, which has fewer fields. */
export const shownDocument = component(
  'ShownDocument',
  object<Pick<DocumentEntity, 'entity-type' | 'uid' | 'type' | 'title' | 'facets' | 'schemas'>>({
    'entity-type': is.oneOf('document'),
    uid: nullable(string),
    type: string,
    title: string,
    facets: list(string),
    schemas: list(object<SchemaReference>({ name: string, prefix: string })),
  }),
);

export const documents = listOf('Documents', 'documents', document);
export const foundPeople = listOf('FoundPeople', 'documents', shownDocument);

export const recordSet = listOf('RecordSet', 'recordSet', anyObject);

export const blob = component(
  'Blob',
  object<BlobEntity>({
    name: nullable(string),
    'mime-type': nullable(string),
    encoding: nullable(string),
    digestAlgorithm: nullable(string),
    digest: nullable(string),
    length: string,
    data: string,
    blobUrl: string,
  }),
);

export const ace = component(
  'Ace',
  object<AceEntity>({
    id: string,
    username: any,
    externalUser: optional(boolean),
    permission: string,
    granted: boolean,
    creator: any,
    begin: nullable(date),
    end: nullable(date),
    status: is.oneOf('pending', 'effective', 'archived'),
  }),
);

export const acls = component(
  'Acls',
  object<AclsEntity>({
    'entity-type': is.oneOf('acls'),
    acl: list(object<AclsEntity['acl'][number]>({ name: string, ace: list(ace) })),
  }),
);

/** The form in the enricher. */
export const enrichedAcl = component('EnrichedAcl', object<AclEntity>({ name: string, aces: list(ace) }));

export const logEntry = component(
  'LogEntry',
  object<LogEntryEntity>({
    'entity-type': is.oneOf('logEntry'),
    id: integer,
    category: nullable(string),
    principalName: nullable(string),
    comment: nullable(string),
    docLifeCycle: nullable(string),
    docPath: nullable(string),
    docType: nullable(string),
    docUUID: nullable(string),
    eventId: string,
    repositoryId: nullable(string),
    eventDate: date,
    logDate: date,
    extended: anyObject,
  }),
);

export const logEntries = listOf('LogEntries', 'logEntries', logEntry);

export const comment = component(
  'Comment',
  object<CommentEntity>({
    'entity-type': is.oneOf('comment', 'annotation'),
    id: string,
    parentId: string,
    ancestorIds: list(string),
    author: string,
    text: string,
    creationDate: date,
    modificationDate: nullable(date),
    entityId: nullable(string),
    origin: nullable(string),
    entity: nullable(string),
    permissions: list(string),
    numberOfReplies: optional(integer),
    lastReplyDate: optional(date),
    xpath: optional(string),
  }),
);

export const comments = listOf('Comments', 'comments', comment);
export const annotations = listOf('Annotations', 'annotations', comment);

export const savedSearch = component(
  'SavedSearch',
  object<SavedSearchEntity>({
    'entity-type': is.oneOf('savedSearch'),
    id: string,
    title: string,
    queryParams: nullable(string),
    query: nullable(string),
    queryLanguage: nullable(string),
    pageProviderName: nullable(string),
    pageSize: nullable(string),
    currentPageIndex: nullable(string),
    maxResults: nullable(string),
    sortBy: nullable(string),
    sortOrder: nullable(string),
    contentViewData: nullable(string),
    params: anyObject,
  }),
);

export const savedSearches = listOf('SavedSearches', 'savedSearches', savedSearch);

export const bulkStatus = component(
  'BulkStatus',
  object<BulkStatusEntity>({
    'entity-type': is.oneOf('bulkStatus'),
    commandId: string,
    state: is.oneOf('UNKNOWN', 'SCHEDULED', 'SCROLLING_RUNNING', 'RUNNING', 'COMPLETED', 'ABORTED'),
    processed: integer,
    skipCount: integer,
    error: boolean,
    errorCount: integer,
    errorMessage: optional(string),
    errors: optional(list(object<BulkFailure>({ uid: string, message: string }))),
    total: integer,
    action: string,
    username: string,
    submitted: nullable(date),
    scrollStart: nullable(date),
    scrollEnd: nullable(date),
    processingStart: nullable(date),
    processingEnd: nullable(date),
    completed: nullable(date),
    processingMillis: integer,
    result: optional(any),
  }),
);

export const exception = component(
  'Exception',
  object<ExceptionEntity>({
    'entity-type': is.oneOf('exception'),
    status: integer,
    message: nullable(string),
    code: optional(string),
    infos: optional(list(string)),
    statusCode: optional(integer),
  }),
);

const violation = object<Violation>({
  messageKey: string,
  message: string,
  invalid_value: any,
  constraint: optional(
    object<NonNullable<Violation['constraint']>>({
      'entity-type': is.oneOf('validation_constraint'),
      name: string,
      parameters: record(any),
    }),
  ),
  path: list(
    object<Violation['path'][number]>({
      field_name: string,
      is_list_item: boolean,
      index: optional(integer),
    }),
  ),
});

export const validationReport = component(
  'ValidationReport',
  object<ValidationReportEntity>({
    'entity-type': is.oneOf('validation_report'),
    has_error: is.oneOf(true),
    number: integer,
    violations: list(violation),
  }),
);
