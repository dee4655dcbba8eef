/** All operations that this server comes with, and those that configuration adds. */
import { auditOperations } from './audit-operations.ts';
import { blobOperations } from './blob-operations.ts';
import { contextOperations } from './context-operations.ts';
import { conversionOperations } from './conversion-operations.ts';
import type { Operation } from './define-operation.ts';
import { directoryOperations } from './directory-operations.ts';
import { documentOperations } from './document-operations.ts';
import { fileManagerOperations } from './file-manager-operations.ts';
import { fileMetadataOperations } from './file-metadata-operations.ts';
import { gatheringOperations } from './gathering-operations.ts';
import { peopleOperations, rightsOperations } from './people-operations.ts';
import { permissionOperations } from './permission-operations.ts';
import { propertyOperations } from './property-operations.ts';
import { queryOperations } from './query-operations.ts';
import { quotaOperations } from './quota-operations.ts';
import { readingOperations } from './reading-operations.ts';
import { remoteOperations } from './remote-operations.ts';
import { runOperations } from './run-operations.ts';
import { serverOperations } from './server-operations.ts';
import { unsupportedOperations } from './unsupported-operations.ts';
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
  ...rightsOperations,
  ...directoryOperations,
  ...gatheringOperations,
  ...workflowOperations,
  ...contextOperations,
  ...runOperations,
  ...auditOperations,
  ...quotaOperations,
  ...remoteOperations,
  ...serverOperations,
  ...unsupportedOperations,
];
