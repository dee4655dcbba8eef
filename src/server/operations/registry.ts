/** All operations that this server comes with, and those that configuration adds. */

import { archiveOperations } from './archive-operations.ts';
import { auditOperations } from './audit-operations.ts';
import { blobOperations } from './blob-operations.ts';
import { collectionOperations } from './collection-operations.ts';
import { contextOperations } from './context-operations.ts';
import { conversionOperations } from './conversion-operations.ts';
import type { Operation } from './define-operation.ts';
import { directoryLoadingOperations } from './directory-loading-operations.ts';
import { directoryOperations } from './directory-operations.ts';
import { documentOperations } from './document-operations.ts';
import { fileManagerOperations } from './file-manager-operations.ts';
import { fileMetadataOperations } from './file-metadata-operations.ts';
import { indexOperations } from './index-operations.ts';
import { metadataWritingOperations } from './metadata-writing-operations.ts';
import { peopleOperations } from './people-operations.ts';
import { permissionOperations } from './permission-operations.ts';
import { pictureOperations } from './picture-operations.ts';
import { propertyOperations } from './property-operations.ts';
import { queryOperations } from './query-operations.ts';
import { quotaOperations } from './quota-operations.ts';
import { readingOperations } from './reading-operations.ts';
import { relationOperations } from './relation-operations.ts';
import { remoteOperations } from './remote-operations.ts';
import { rightsOperations } from './rights-operations.ts';
import { runOperations } from './run-operations.ts';
import { schemaOperations } from './schema-operations.ts';
import { serverOperations } from './server-operations.ts';
import { stackOperations } from './stack-operations.ts';
import { taggingOperations } from './tagging-operations.ts';
import { taskOperations } from './task-operations.ts';
import { userSuggestion } from './user-suggestion-operation.ts';
import { versionOperations } from './version-operations.ts';
import { workflowOperations } from './workflow-operations.ts';

export const ownOperations: readonly Operation[] = [
  ...documentOperations,
  ...readingOperations,
  ...propertyOperations,
  ...versionOperations,
  ...permissionOperations,
  ...blobOperations,
  ...fileMetadataOperations,
  ...conversionOperations,
  ...fileManagerOperations,
  ...queryOperations,
  ...peopleOperations,
  ...directoryOperations,
  ...taggingOperations,
  ...workflowOperations,
  ...contextOperations,
  ...runOperations,
  ...auditOperations,
  ...quotaOperations,
  ...remoteOperations,
  ...serverOperations,
  ...relationOperations,
  ...indexOperations,
  ...taskOperations,
  ...archiveOperations,
  ...pictureOperations,
  ...collectionOperations,
  ...stackOperations,
  ...rightsOperations,
  ...schemaOperations,
  ...directoryLoadingOperations,
  userSuggestion,
  ...metadataWritingOperations,
];
