/**
 * The operations of any server: its catalogue, and running each of them with any input and any kind of result. Invariant: a
 * result's kind is read from the answer, never guessed from the signature.
 */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import { headers as wireHeaders } from '#wire/headers.ts';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { OperationCatalogue } from '#wire/operation.ts';
import { documentInput, encodeSegment } from './addresses.ts';
import { ApiError } from './api-error.ts';
import type { ApiClient, RequestOptions } from './client.ts';
import { databasePage } from './database-page.ts';
import { isDocument, isDocumentList } from './guards.ts';
import { filenameOf, readMultipart } from './multipart.ts';
import { pause } from './retry.ts';
import { api } from './start.ts';

export function operationCatalogue() {
  return queryOptions({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api().entity('/automation', isCatalogue, { signal, timeout: 60_000 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type OperationInput =
  | { readonly kind: 'void' }
  | { readonly kind: 'document'; readonly uid: string }
  | { readonly kind: 'documents'; readonly uids: readonly string[] }
  /** All documents that an NXQL query finds when it runs. */
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'blobs'; readonly files: readonly File[] }
  /** The file of a document's property. */
  | { readonly kind: 'property'; readonly uid: string; readonly xpath: string }
  | { readonly kind: 'value'; readonly value: Json };

export interface OperationRun {
  readonly id: string;
  readonly input: OperationInput;
  readonly params: JsonObject;
  readonly context?: JsonObject;
  /** Runs as a job of the server, polled until it is done. */
  readonly background?: boolean;
}

export interface ResultBlob {
  readonly filename: string;
  readonly blob: Blob;
}

export type OperationResult =
  | { readonly kind: 'void' }
  | { readonly kind: 'document'; readonly document: DocumentEntity }
  | { readonly kind: 'documents'; readonly list: DocumentListEntity }
  | { readonly kind: 'blob'; readonly file: ResultBlob }
  | { readonly kind: 'blobs'; readonly files: readonly ResultBlob[] }
  | { readonly kind: 'primitive'; readonly value: string | number | boolean }
  | { readonly kind: 'records'; readonly records: readonly JsonObject[] }
  | { readonly kind: 'json'; readonly value: unknown };

export interface OperationAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly result: OperationResult;
}

/** In ms: operations may run long; people cancel them themselves. */
const timeout = 600_000;

const reading = {
  schemas: ['dublincore', 'file', 'common'],
  enrichers: { document: ['thumbnail'] },
} as const satisfies RequestOptions;

export async function runOperation(run: OperationRun, signal?: AbortSignal): Promise<OperationAnswer> {
  const { path, body } = operationCall({ ...run, input: await resolveInput(run.input, signal) });
  const options: RequestOptions = { ...reading, method: 'POST', body, signal, timeout };
  if (run.background !== true) return readAnswer(await api().send(path, options));
  const accepted = await api().send(`${path}/@async`, options);
  const location = accepted.headers.get('Location');
  await accepted.body?.cancel();
  if (location === null) {
    // A server on another origin must list Location among the headers that a page may read.
    throw new ApiError({
      kind: 'not-a-repository',
      message: 'The server did not say where the result will be',
    });
  }
  return readAnswer(await waitFor(location.replace(/\/status$/, ''), signal));
}

type ResolvedInput = Exclude<OperationInput, { readonly kind: 'query' }>;

/** A run whose documents are known: its query has been evaluated. */
export type ResolvedRun = OperationRun & { readonly input: ResolvedInput };

/** As many as a server returns at once. */
const foundAtOnce = 1_000;

async function resolveInput(input: OperationInput, signal: AbortSignal | undefined): Promise<ResolvedInput> {
  if (input.kind !== 'query') return input;
  const uids: string[] = [];
  for (let page = 0, total = 1; page * foundAtOnce < total; page += 1) {
    // From the database: the search index also finds versions, which no operation may change.
    const { entries, resultsCount } = await databasePage(
      { query: input.query, offset: page * foundAtOnce, pageSize: foundAtOnce },
      { signal, timeout },
    );
    uids.push(...entries.flatMap(({ uid }) => uid ?? []));
    total = entries.length === 0 ? 0 : (resultsCount ?? 0);
  }
  return { kind: 'documents', uids };
}

/** The request of a run, also used for "Copy as curl". */
export function operationCall({ id, input, params, context = {} }: ResolvedRun): {
  readonly path: string;
  readonly body: JsonObject | FormData;
} {
  const call = { params, context };
  const path = `/automation/${encodeSegment(id)}`;
  switch (input.kind) {
    case 'void':
      return { path, body: call };
    case 'document':
      return { path, body: { ...call, input: documentInput(input.uid) } };
    case 'documents':
      return { path, body: { ...call, input: documentInput(input.uids) } };
    case 'value':
      return { path, body: { ...call, input: input.value } };
    case 'property':
      return {
        path: `/id/${encodeSegment(input.uid)}/@blob/${input.xpath}/@op/${encodeSegment(id)}`,
        body: call,
      };
    case 'blobs': {
      const form = new FormData();
      form.append('params', new Blob([JSON.stringify(call)], { type: 'application/json' }));
      for (const file of input.files) form.append('input', file, file.name);
      return { path, body: form };
    }
  }
}

const pollEvery = 700;

async function waitFor(execution: string, signal?: AbortSignal): Promise<Response> {
  const client = api();
  // The server may know itself under another name: take only the path.
  const at = execution.slice(execution.indexOf('/automation/'));
  try {
    for (;;) {
      // When the run is done the server redirects from the status to the result, which it returns only once.
      const answer = await client.send(`${at}/status`, { ...reading, signal, timeout });
      if (answer.redirected) return answer;
      await answer.body?.cancel();
      await pause(pollEvery, signal);
    }
  } catch (error) {
    if (signal?.aborted === true) await client.done(at, { method: 'DELETE' }).catch(() => undefined);
    throw error;
  }
}

export async function readAnswer(response: Response): Promise<OperationAnswer> {
  const contentType = response.headers.get('Content-Type') ?? '';
  return { status: response.status, contentType, result: await readResult(response, contentType) };
}

async function readResult(response: Response, contentType: string): Promise<OperationResult> {
  if (contentType.includes('nuxeo-empty-list')) return { kind: 'blobs', files: [] };
  if (response.status === 204) return { kind: 'void' };
  if (contentType.startsWith('multipart/')) {
    return { kind: 'blobs', files: readMultipart(await response.bytes(), contentType) };
  }
  const disposition = response.headers.get('Content-Disposition');
  if (disposition !== null || !contentType.includes('json')) {
    const blob = await response.blob();
    if (blob.size === 0 && disposition === null) return { kind: 'void' };
    // Suggestion operations answer with a JSON file; it is read like any other JSON answer.
    if (!contentType.includes('json')) {
      return { kind: 'blob', file: { filename: filenameOf(disposition), blob } };
    }
    return jsonResult(parsed(await blob.text()));
  }
  return jsonResult(parsed(await response.text()));
}

function jsonResult(value: unknown): OperationResult {
  if (isDocument(value)) return { kind: 'document', document: value };
  if (isDocumentList(value) && value['entity-type'] === 'documents') {
    return { kind: 'documents', list: { ...value, 'entity-type': 'documents' } };
  }
  if (isJsonObject(value)) {
    const { 'entity-type': type, value: primitive, entries } = value;
    if (type === 'recordSet' && Array.isArray(entries)) {
      return { kind: 'records', records: entries.filter(isJsonObject) };
    }
    if (
      (type === 'string' || type === 'boolean' || type === 'number' || type === 'date') &&
      (typeof primitive === 'string' || typeof primitive === 'number' || typeof primitive === 'boolean')
    ) {
      return { kind: 'primitive', value: primitive };
    }
  }
  return { kind: 'json', value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The same call as a command for a terminal. It names a variable for the token, never the token itself. */
export function asCurl(run: ResolvedRun, client: Pick<ApiClient, 'address' | 'header'> = api()): string {
  const { path, body } = operationCall(run);
  const lines = [
    `curl -X POST ${quoted(client.address(path))}`,
    `-H ${quoted(`${wireHeaders.authenticationToken}: `)}"$TOKEN"`,
    `-H ${quoted(`${client.header('properties')}: ${reading.schemas.join(',')}`)}`,
  ];
  if (run.input.kind === 'blobs') {
    const call = JSON.stringify({ params: run.params, context: run.context ?? {} });
    lines.push(`-F ${quoted(`params=${call};type=application/json`)}`);
    for (const file of run.input.files) lines.push(`-F ${quoted(`input=@${file.name}`)}`);
  } else {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  }
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function isCatalogue(value: unknown): value is OperationCatalogue {
  return isJsonObject(value) && Array.isArray(value.operations) && Array.isArray(value.chains);
}
