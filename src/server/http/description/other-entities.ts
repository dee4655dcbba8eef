/** The shapes of vocabularies, workflows, uploads, types and the server itself. */
import type { Delivery } from '#server/core/hooks/hooks.ts';
import type { QueuedJob } from '#server/core/jobs/queue.ts';
import type { ContentStatistics, CountedContent } from '#server/core/kernel/document-store.ts';
import type { ListedServer } from '#server/core/servers/servers.ts';
import type { TaskActionEntity, TaskEntity, WorkflowEntity } from '#wire/activity.ts';
import type {
  ConfigTypes,
  DocTypeEntity,
  DocTypeSummary,
  FacetEntity,
  FieldDescription,
  SchemaEntity,
} from '#wire/config.ts';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import type { JsonObject } from '#wire/json.ts';
import type { OperationCatalogue, OperationDescription, OperationParameter } from '#wire/operation.ts';
import { parameterTypes } from '#wire/operation.ts';
import type { BatchCreated, BatchFileInfo, UploadResult } from '#wire/upload.ts';
import type { presentHook } from '../resources/hooks.ts';
import { listOf } from './document-entities.ts';
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
  object,
  optional,
  record,
  string,
} = is;

// ------------------------------------------------------------------------------------------------ vocabularies

export const directory = component(
  'Directory',
  object<DirectoryEntity>({
    'entity-type': is.oneOf('directory'),
    name: string,
    schema: string,
    idField: string,
    parent: nullable(string),
  }),
);

export const directories = listOf('Directories', 'directories', directory);

export const directoryEntry = component(
  'DirectoryEntry',
  object<DirectoryEntryEntity>({
    'entity-type': is.oneOf('directoryEntry'),
    directoryName: string,
    id: string,
    properties: anyObject,
  }),
);

export const directoryEntries = listOf('DirectoryEntries', 'directoryEntries', directoryEntry);

// ------------------------------------------------------------------------------------------------ workflows

export const workflow = component(
  'Workflow',
  object<WorkflowEntity>({
    'entity-type': is.oneOf('workflow'),
    id: nullable(string),
    name: string,
    title: string,
    state: string,
    workflowModelName: string,
    initiator: any,
    attachedDocumentIds: list(any),
    variables: anyObject,
    graphResource: string,
  }),
);

export const workflows = listOf('Workflows', 'workflows', workflow);

export const graph = component(
  'Graph',
  object<{
    readonly 'entity-type': 'graph';
    readonly nodes: readonly JsonObject[];
    readonly transitions: readonly JsonObject[];
  }>({ 'entity-type': is.oneOf('graph'), nodes: list(anyObject), transitions: list(anyObject) }),
);

type Named = { readonly name: string; readonly url: string };
const namedAddress = object<Named>({ name: string, url: string });

/** Tasks without a workflow lack the two fields about it. */
type AnyTask = Omit<TaskEntity, 'workflowInstanceId' | 'graphResource'> &
  Partial<Pick<TaskEntity, 'workflowInstanceId' | 'graphResource'>>;

export const task = component(
  'Task',
  object<AnyTask>({
    'entity-type': is.oneOf('task'),
    id: string,
    name: string,
    workflowInstanceId: optional(string),
    workflowModelName: string,
    workflowInitiator: any,
    workflowTitle: string,
    workflowLifeCycleState: string,
    graphResource: optional(string),
    state: is.oneOf('opened', 'ended', 'cancelled'),
    directive: nullable(string),
    created: date,
    dueDate: nullable(date),
    nodeName: string,
    targetDocumentIds: list(any),
    actors: list(any),
    delegatedActors: list(any),
    comments: list(object<TaskEntity['comments'][number]>({ author: string, text: string, date: string })),
    variables: anyObject,
    taskInfo: optional(
      object<NonNullable<TaskEntity['taskInfo']>>({
        allowTaskReassignment: boolean,
        taskActions: list(
          object<TaskActionEntity>({ name: string, url: string, label: string, validate: boolean }),
        ),
        layoutResource: namedAddress,
        schemas: list(namedAddress),
      }),
    ),
  }),
);

export const tasks = listOf('Tasks', 'tasks', task);

// ------------------------------------------------------------------------------------------------ uploads

export const batch = component('Batch', object<BatchCreated>({ batchId: string }));

export const uploadResult = component(
  'UploadResult',
  object<UploadResult>({
    uploaded: is.oneOf('true'),
    batchId: string,
    fileIdx: string,
    uploadType: is.oneOf('normal', 'chunked'),
    uploadedSize: string,
    uploadedChunkIds: optional(list(integer)),
    chunkCount: optional(integer),
  }),
);

export const batchFile = component(
  'BatchFile',
  object<BatchFileInfo>({
    name: string,
    size: integer,
    uploadType: is.oneOf('normal', 'chunked'),
    uploadedChunkIds: optional(list(integer)),
    chunkCount: optional(integer),
  }),
);

// ------------------------------------------------------------------------------------------------ types

export const field: is.Component<FieldDescription> = component(
  'Field',
  is.either(
    string,
    object<Exclude<FieldDescription, string>>({
      type: string,
      fields: optional(record(is.pointer<FieldDescription>('Field'))),
      constraints: optional({ schema: { type: 'array' } }),
      itemConstraints: optional({ schema: { type: 'array' } }),
    }),
  ),
);

export const schema = component(
  'Schema',
  object<SchemaEntity>({
    'entity-type': optional(is.oneOf('schema')),
    name: string,
    prefix: optional(string),
    '@prefix': optional(string),
    fields: record(field),
  }),
);

export const docType = component(
  'DocType',
  object<DocTypeEntity>({
    'entity-type': is.oneOf('docType'),
    name: string,
    parent: string,
    facets: list(string),
    schemas: list(schema),
  }),
);

export const types = component(
  'Types',
  object<ConfigTypes>({
    doctypes: record(object<DocTypeSummary>({ parent: string, facets: list(string), schemas: list(string) })),
    schemas: record(record(field)),
  }),
);

export const facet = component(
  'Facet',
  object<FacetEntity>({
    'entity-type': optional(is.oneOf('facet')),
    name: string,
    schemas: optional(list(schema)),
  }),
);

// ------------------------------------------------------------------------------------------------ operations, hooks

export const operation = component(
  'Operation',
  object<OperationDescription>({
    id: string,
    aliases: optional(list(string)),
    label: string,
    category: string,
    requires: nullable(string),
    description: string,
    since: optional(string),
    url: string,
    signature: list(string),
    params: list(
      object<OperationParameter>({
        name: string,
        description: string,
        type: is.oneOf(...parameterTypes),
        required: boolean,
        widget: nullable(string),
        order: integer,
        values: list(string),
      }),
    ),
  }),
);

export const operations = component(
  'Operations',
  object<OperationCatalogue>({
    paths: record(string),
    codecs: list(string),
    operations: list(operation),
    chains: list(operation),
  }),
);

/** The secret is only in the answer to its creation. */
export const job = component(
  'Job',
  object<QueuedJob>({
    id: string,
    kind: string,
    state: is.oneOf('scheduled', 'running', 'completed', 'failed', 'aborted'),
    owner: nullable(string),
    attempts: integer,
    createdAt: string,
    updatedAt: string,
    message: nullable(string),
  }),
);

const counted = list(object<CountedContent>({ name: string, documents: integer, bytes: integer }));

export const statistics = component(
  'Statistics',
  object<ContentStatistics>({ states: counted, types: counted, people: counted, months: counted }),
);

export const listedServer = component(
  'Server',
  object<ListedServer>({
    id: string,
    host: string,
    process: integer,
    startedAt: string,
    memoryBytes: integer,
    parts: record(boolean),
    seenAt: string,
  }),
);

export const hook = component(
  'Hook',
  object<ReturnType<typeof presentHook> & { readonly secret?: string }>({
    id: string,
    name: string,
    address: string,
    events: list(string),
    path: nullable(string),
    enabled: boolean,
    owner: string,
    secret: optional(string),
  }),
);

export const delivery = component(
  'HookDelivery',
  object<Delivery>({
    id: string,
    at: string,
    state: string,
    attempts: integer,
    outcome: string,
    events: integer,
  }),
);
