/** What a thread for small files is asked and answers. */
import type { WrittenBlob } from './digests.ts';

export interface SmallFile {
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type SmallFileAnswer = { readonly number: number } & (
  | { readonly written: WrittenBlob }
  /** `code` as the system names it. */
  | { readonly failure: string; readonly code: string | undefined }
);
