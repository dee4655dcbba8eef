/**
 * Header names of the interface. `X-NX…` names begin with the product prefix of the server (config.json `headerPrefix`, `NX` by
 * default), so they are functions of that prefix.
 */
export const headers = {
  authenticationToken: 'X-Authentication-Token',
  batchNoDrop: 'X-Batch-No-Drop',
  batchId: 'X-Batch-Id',
  fileName: 'X-File-Name',
  fileType: 'X-File-Type',
  fileSize: 'X-File-Size',
  fileIndex: 'X-File-Idx',
  uploadType: 'X-Upload-Type',
  chunkIndex: 'X-Upload-Chunk-Index',
  chunkCount: 'X-Upload-Chunk-Count',
  versioningOption: 'X-Versioning-Option',
  idempotencyKey: 'Idempotency-Key',
  noBasicHeader: 'X-No-Basic-Header',
  updateComment: 'Update-Comment',
} as const;

export function prefixedHeader(
  prefix: string,
  name:
    | 'repository'
    | 'properties'
    | 'voidOperation'
    | `enrichers.${string}`
    | `fetch.${string}`
    | `translate.${string}`,
): string {
  const spelled = name === 'repository' ? 'Repository' : name === 'voidOperation' ? 'VoidOperation' : name;
  return `X-${prefix}${spelled}`;
}
