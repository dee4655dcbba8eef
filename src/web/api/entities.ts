/** Guards that check answers against the wire's types: the discriminating keys, not every field. */
import type {
  AceEntity,
  AclEntity,
  CommentEntity,
  LogEntryEntity,
  TaskEntity,
  WorkflowEntity,
} from '#wire/activity.ts';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { GroupEntity, LoginEntity, OAuthTokens } from '#wire/people.ts';
import type { BulkStatusEntity, SavedSearchEntity } from '#wire/search.ts';
import { isArrayOf, isEntity } from './guards.ts';

export function isGroup(value: unknown): value is GroupEntity {
  return isEntity(value, 'group', 'groupname');
}

export function isLogin(value: unknown): value is LoginEntity {
  return isEntity(value, 'login', 'username');
}

export function isDirectory(value: unknown): value is DirectoryEntity {
  return isEntity(value, 'directory', 'name');
}

export function isDirectoryEntry(value: unknown): value is DirectoryEntryEntity {
  return isEntity(value, 'directoryEntry', 'id') && isJsonObject(value.properties);
}

export function isComment(value: unknown): value is CommentEntity {
  return isEntity(value, 'comment', 'id', 'text') || isEntity(value, 'annotation', 'id', 'text');
}

export function isLogEntry(value: unknown): value is LogEntryEntity {
  return isEntity(value, 'logEntry', 'eventId', 'eventDate');
}

export function isTask(value: unknown): value is TaskEntity {
  return isEntity(value, 'task', 'id', 'state');
}

export function isWorkflow(value: unknown): value is WorkflowEntity {
  return isEntity(value, 'workflow', 'workflowModelName');
}

export function isSavedSearch(value: unknown): value is SavedSearchEntity {
  return isEntity(value, 'savedSearch', 'id', 'title');
}

export function isBulkStatus(value: unknown): value is BulkStatusEntity {
  return isEntity(value, 'bulkStatus', 'commandId', 'state');
}

export function isOAuthTokens(value: unknown): value is OAuthTokens {
  return isJsonObject(value) && isString(value.access_token) && isString(value.refresh_token);
}

export function isAcl(value: unknown): value is AclEntity {
  return isJsonObject(value) && isString(value.name) && isArrayOf(isAce)(value.aces);
}

function isAce(value: unknown): value is AceEntity {
  return isJsonObject(value) && isString(value.id) && isString(value.permission);
}
