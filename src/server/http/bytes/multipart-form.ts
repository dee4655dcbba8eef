/**
 * Reads multipart bodies: files are written to the blob store as they arrive, small fields stay in memory.
 * Invariant: when a body turns out to be invalid, nothing refers to the bytes stored from it, and the sweep removes them.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { withoutNulls } from '../request-body.ts';
import { filenameOf } from './content-disposition.ts';
import { bytesOf, ReadBodies } from './listener-hints.ts';
import type { Part } from './multipart.ts';
import { boundaryOf, MultipartError, parseMultipart } from './multipart.ts';

const maxFieldBytes = 10 * 1024 * 1024;

export type ReceivedPart =
  | { readonly kind: 'field'; readonly name: string; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly blob: StoredBlob };

const bodies = new ReadBodies<readonly ReceivedPart[]>();

/** @param isFile gets the part's index and whether it has a file name */
export async function receiveParts(
  request: Request,
  repository: Repository,
  isFile: (index: number, hasFileName: boolean) => boolean,
): Promise<readonly ReceivedPart[]> {
  return bodies.of(request, () => readParts(request, repository, isFile));
}

async function readParts(
  request: Request,
  repository: Repository,
  isFile: (index: number, hasFileName: boolean) => boolean,
): Promise<readonly ReceivedPart[]> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  const received: ReceivedPart[] = [];
  for await (const part of parseMultipart(bytesOf(request), boundary)) {
    const disposition = part.headers.get('content-disposition');
    const filename = filenameOf(disposition);
    const name = /(?:^|;)\s*name="([^"]*)"/.exec(disposition ?? '')?.[1] ?? '';
    if (isFile(received.length, filename !== undefined)) {
      received.push({ kind: 'file', name, blob: await storePart(repository, part, filename) });
    } else received.push({ kind: 'field', name, text: await textOf(part.body) });
  }
  return received;
}

async function storePart(
  repository: Repository,
  part: Part,
  filename: string | undefined,
): Promise<StoredBlob> {
  const { maxUploadBytes } = repository.settings;
  const stored = await repository.ports.blobs.write(part.body, { maxBytes: maxUploadBytes });
  const [type = ''] = (part.headers.get('content-type') ?? '').split(';');
  return { ...stored, name: filename ?? null, mimeType: type.trim() || null, encoding: null };
}

async function textOf(body: Bytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxFieldBytes) {
      throw new RepositoryError('payloadTooLarge', `A form field is larger than ${maxFieldBytes} bytes`);
    }
  }
  return withoutNulls(text + decoder.decode());
}

export interface ReceivedForm {
  readonly files: readonly StoredBlob[];
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Reads a browser's form.
 * @param mostFiles further files are refused, so that no unneeded bytes are stored
 */
export async function receiveForm(
  request: Request,
  repository: Repository,
  mostFiles = Number.POSITIVE_INFINITY,
): Promise<ReceivedForm> {
  let files = 0;
  const isFile = (_index: number, hasFileName: boolean): boolean => {
    if (hasFileName && ++files > mostFiles)
      throw errors.badRequest(`No more than ${mostFiles} file is taken`);
    return hasFileName;
  };
  try {
    const parts = await receiveParts(request, repository, isFile);
    return {
      files: parts.flatMap((part) => (part.kind === 'file' ? [part.blob] : [])),
      fields: new Map(parts.flatMap((part) => (part.kind === 'field' ? [[part.name, part.text]] : []))),
    };
  } catch (error) {
    if (error instanceof MultipartError)
      throw errors.badRequest(`Failed to parse multipart request: ${error.message}`, error);
    throw error;
  }
}
