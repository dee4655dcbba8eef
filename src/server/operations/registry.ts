/** All operations that this server comes with. */
import { blobOperations } from './blob-operations.ts';
import { conversionOperations } from './conversion-operations.ts';
import { documentOperations } from './document-operations.ts';
import { createOperationRunner } from './operation-runner.ts';
import { permissionOperations } from './permission-operations.ts';
import { propertyOperations } from './property-operations.ts';
import { readingOperations } from './reading-operations.ts';
import { versionOperations } from './version-operations.ts';

export const operations = createOperationRunner([
  ...documentOperations,
  ...readingOperations,
  ...propertyOperations,
  ...versionOperations,
  ...permissionOperations,
  ...blobOperations,
  ...conversionOperations,
]);
export const operationBulkActions = [];
