/** Comments, annotations, audit, access, tasks and workflows. */
import type { Json, JsonObject } from './json.ts';

export interface CommentEntity {
  readonly 'entity-type': 'comment' | 'annotation';
  readonly id: string;
  readonly parentId: string;
  readonly ancestorIds: readonly string[];
  readonly author: string;
  readonly text: string;
  readonly creationDate: string;
  readonly modificationDate: string | null;
  readonly entityId: string | null;
  readonly origin: string | null;
  readonly entity: string | null;
  readonly permissions: readonly string[];
  readonly numberOfReplies?: number;
  readonly lastReplyDate?: string;
  readonly xpath?: string;
}

export interface LogEntryEntity {
  readonly 'entity-type': 'logEntry';
  readonly id: number;
  readonly category: string | null;
  readonly principalName: string | null;
  readonly comment: string | null;
  readonly docLifeCycle: string | null;
  readonly docPath: string | null;
  readonly docType: string | null;
  readonly docUUID: string | null;
  readonly eventId: string;
  readonly repositoryId: string | null;
  readonly eventDate: string;
  readonly logDate: string;
  readonly extended: JsonObject;
}

export type AceStatus = 'pending' | 'effective' | 'archived';

export interface AceEntity {
  readonly id: string;
  readonly username: Json;
  readonly externalUser?: boolean;
  readonly permission: string;
  readonly granted: boolean;
  readonly creator: Json;
  readonly begin: string | null;
  readonly end: string | null;
  readonly status: AceStatus;
}

/** The `acls` enricher's spelling; the `@acl` adapter writes `acl`/`ace`. */
export interface AclEntity {
  readonly name: string;
  readonly aces: readonly AceEntity[];
}

export interface WorkflowEntity {
  readonly 'entity-type': 'workflow';
  readonly id: string | null;
  readonly name: string;
  readonly title: string;
  readonly state: string;
  readonly workflowModelName: string;
  readonly initiator: Json;
  readonly attachedDocumentIds: readonly Json[];
  readonly variables: JsonObject;
  readonly graphResource: string;
}

export interface TaskActionEntity {
  readonly name: string;
  readonly url: string;
  readonly label: string;
  readonly validate: boolean;
}

export interface TaskEntity {
  readonly 'entity-type': 'task';
  readonly id: string;
  readonly name: string;
  readonly workflowInstanceId: string;
  readonly workflowModelName: string;
  readonly workflowInitiator: Json;
  readonly workflowTitle: string;
  readonly workflowLifeCycleState: string;
  readonly graphResource: string;
  readonly state: 'opened' | 'ended' | 'cancelled';
  readonly directive: string | null;
  readonly created: string;
  readonly dueDate: string | null;
  readonly nodeName: string;
  readonly targetDocumentIds: readonly Json[];
  readonly actors: readonly Json[];
  readonly delegatedActors: readonly Json[];
  readonly comments: readonly { readonly author: string; readonly text: string; readonly date: string }[];
  readonly variables: JsonObject;
  readonly taskInfo?: {
    readonly allowTaskReassignment: boolean;
    readonly taskActions: readonly TaskActionEntity[];
    readonly layoutResource: { readonly name: string; readonly url: string };
    readonly schemas: readonly { readonly name: string; readonly url: string }[];
  };
}
