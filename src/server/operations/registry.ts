/** All built-in operations, and configured ones. */

import { archiveOperations } from './catalogue/archive-operations.ts';
import { auditOperations } from './catalogue/audit-operations.ts';
import { blobOperations } from './catalogue/blob-operations.ts';
import { collectionOperations } from './catalogue/collection-operations.ts';
import { contextOperations } from './catalogue/context-operations.ts';
import { conversionOperations } from './catalogue/conversion-operations.ts';
import { directoryLoadingOperations } from './catalogue/directory-loading-operations.ts';
import { directoryOperations } from './catalogue/directory-operations.ts';
import { documentOperations } from './catalogue/document-operations.ts';
import { fileManagerOperations } from './catalogue/file-manager-operations.ts';
import { fileMetadataOperations } from './catalogue/file-metadata-operations.ts';
import { indexOperations } from './catalogue/index-operations.ts';
import { metadataWritingOperations } from './catalogue/metadata-writing-operations.ts';
import { peopleOperations } from './catalogue/people-operations.ts';
import { permissionOperations } from './catalogue/permission-operations.ts';
import { pictureOperations } from './catalogue/picture-operations.ts';
import { propertyOperations } from './catalogue/property-operations.ts';
import { queryOperations } from './catalogue/query-operations.ts';
import { quotaOperations } from './catalogue/quota-operations.ts';
import { readingOperations } from './catalogue/reading-operations.ts';
import { recordOperations } from './catalogue/record-operations.ts';
import { relationOperations } from './catalogue/relation-operations.ts';
import { remoteOperations } from './catalogue/remote-operations.ts';
import { rightsOperations } from './catalogue/rights-operations.ts';
import { runOperations } from './catalogue/run-operations.ts';
import { schemaOperations } from './catalogue/schema-operations.ts';
import { serverOperations } from './catalogue/server-operations.ts';
import { stackOperations } from './catalogue/stack-operations.ts';
import { taggingOperations } from './catalogue/tagging-operations.ts';
import { taskOperations } from './catalogue/task-operations.ts';
import { userSuggestion } from './catalogue/user-suggestion-operation.ts';
import { versionOperations } from './catalogue/version-operations.ts';
import { workflowOperations } from './catalogue/workflow-operations.ts';
import type { Operation } from './machinery/define-operation.ts';

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
  ...recordOperations,
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
