/** Messages to and from a thread for small files. */
import type { WrittenBlob } from './digests.ts';

export interface SmallFile {
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type SmallFileAnswer = { readonly number: number } & (
  | { readonly written: WrittenBlob }
  /** `code` is the system's error code. */
  | { readonly failure: string; readonly code: string | undefined }
);
