/** Upload batches. Sizes in results are decimal strings, in file infos numbers. */
export interface BatchCreated {
  readonly batchId: string;
}

export interface UploadResult {
  readonly uploaded: 'true';
  readonly batchId: string;
  readonly fileIdx: string;
  readonly uploadType: 'normal' | 'chunked';
  readonly uploadedSize: string;
  readonly uploadedChunkIds?: readonly number[];
  readonly chunkCount?: number;
}

export interface BatchFileInfo {
  readonly name: string;
  readonly size: number;
  readonly uploadType: 'normal' | 'chunked';
  readonly uploadedChunkIds?: readonly number[];
  readonly chunkCount?: number;
}
