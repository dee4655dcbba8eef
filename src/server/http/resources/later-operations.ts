/**
 * `/automation/<op>/@async`: operations that run after the answer.
 * Invariant: they run once, with their caller's rights; only the caller can fetch the result.
 */

import { getDocument } from '#server/core/documents/documents.ts';
import { storedBlobFrom } from '#server/core/files/blobs.ts';
import { Budget } from '#server/core/kernel/budget.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { JobHandler } from '#server/core/kernel/jobs.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { inSession } from '#server/core/kernel/session.ts';
import type { Job, StoredBlob } from '#server/core/kernel/stores.ts';
import { principalsOf } from '#server/core/people/principals.ts';
import { abortBulk, bulkStatus } from '#server/core/search/bulk.ts';
import type { OperationInput, OperationResult } from '#server/operations/machinery/result.ts';
import type { OperationRunner } from '#server/operations/machinery/runner.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import type { Call } from '../application.ts';
import { readOperationCall } from '../operation-call.ts';
import { operationResponse } from '../presenters/operation-result.ts';
import { entity, json, redirect } from '../responses.ts';

const kind = 'operation';

interface ById {
  readonly operation: string;
  readonly id: string;
}

export async function schedule(call: Call, { operation }: { readonly operation: string }): Promise<Response> {
  const { session, application, options, baseUrl } = call;
  const known = application.operations.describe(operation);
  const isHidden =
    application.operations.isAdministratorOnly(operation) && !session.principals.isAdministrator;
  if (!known || isHidden) throw errors.notFound(`No operation was bound on ID: ${operation}`);
  const { input, params, context } = await readOperationCall(call);
  const id = crypto.randomUUID();
  const payload: JsonObject = {
    operation,
    input: storableInput(input),
    params,
    context,
    repository: session.repositoryName,
    baseUrl,
    locale: options.locale,
  };
  const { jobs } = await session.write();
  await jobs.enqueue({ id, kind, payload, owner: session.username, runAt: session.now.toISOString() });
  const location = `${baseUrl}/api/v1/automation/${encodeURIComponent(operation)}/@async/${id}/status`;
  return new Response(null, { status: 202, headers: { Location: location } });
}

export async function status({ session, baseUrl }: Call, { operation, id }: ById): Promise<Response> {
  const job = await ownJob(session, id);
  if (!isOver(job)) return json('RUNNING');
  const begun = await bulkOf(session, job);
  if (begun && !isOver(begun)) return entity(begun);
  return redirect(`${baseUrl}/api/v1/automation/${encodeURIComponent(operation)}/@async/${id}`);
}

export async function result(call: Call, { id }: ById): Promise<Response> {
  const job = await ownJob(call.session, id);
  const begun = await bulkOf(call.session, job);
  if (!isOver(begun ?? job)) throw notFound(id);
  if (begun) return bulkResult(call, begun);
  return operationResponse(call, await restored(call.session, job.result));
}

export async function abort({ session }: Call, { id }: ById): Promise<Response> {
  const job = await ownJob(session, id);
  const begun = await bulkOf(session, job);
  if (begun) return entity(await abortBulk(session, begun.commandId));
  if (job.state === 'scheduled') await (await session.write()).jobs.report(id, { state: 'aborted' });
  return json(job.state === 'scheduled' ? 'ABORTED' : job.state.toUpperCase());
}

/** A bulk command that the operation started counts as part of it. */
async function bulkOf(session: Session, { result }: Job): Promise<BulkStatusEntity | undefined> {
  if (!isJsonObject(result) || result.kind !== 'bulk') return undefined;
  return bulkStatus(session, String(result.id));
}

function isOver({ state }: Pick<Job | BulkStatusEntity, 'state'>): boolean {
  return !['scheduled', 'running'].includes(state.toLowerCase());
}

/** Makes an address in the result absolute. */
function bulkResult({ baseUrl }: Call, { error, errorMessage, result }: BulkStatusEntity): Response {
  if (error && result === undefined)
    throw new RepositoryError('operationFailed', errorMessage ?? 'Some documents could not be worked on');
  const found = isJsonObject(result) ? result : {};
  return json(isString(found.url) ? { ...found, url: new URL(found.url, `${baseUrl}/`).href } : found);
}

async function ownJob(session: Session, id: string): Promise<Job> {
  const job = await session.read.jobs.get(id);
  if (job?.kind !== kind || job.owner !== session.username) throw notFound(id);
  return job;
}

function notFound(id: string): RepositoryError {
  return errors.notFound(`Execution with id=${id} not found`);
}

export function operationJob(operations: OperationRunner): JobHandler {
  return {
    kind,
    takesLong: true,
    run: async (repository, job, ending) => {
      const { operation, input, params, context, repository: repositoryName, baseUrl, locale } = job.payload;
      const principals = await readStores(repository, (stores) =>
        principalsOf(stores, repository.settings.administratorGroups, job.owner ?? ''),
      );
      if (!principals || !isString(operation) || !isString(repositoryName)) return failure(404, 'Gone');
      try {
        const budget = new Budget(repository.settings.limits.job, ending);
        return await inSession(repository, { principals, repositoryName, budget }, async (session) => {
          const call = { input: inputFrom(input), params: objectOf(params), context: objectOf(context) };
          const request = { baseUrl: String(baseUrl), locale: String(locale) };
          return storable(await operations.run(session, operation, call, request));
        });
      } catch (error) {
        if (ending.aborted) throw error;
        if (error instanceof RepositoryError) return failure(error.status, error.message);
        repository.ports.log.error('An operation failed in the background', {
          job: job.id,
          reason: String(error),
        });
        return failure(500, 'Internal Server Error');
      }
    },
  };
}

// ------------------------------------------------------------------------------------------------ to JSON and back

function storableInput(input: OperationInput): Json {
  if (input.kind === 'json') return { kind: 'json', value: input.value };
  if (input.kind === 'blob') return { kind: 'blobs', blobs: [{ ...input.blob }] };
  if (input.kind === 'blobs') return { kind: 'blobs', blobs: input.blobs.map((blob) => ({ ...blob })) };
  return null;
}

function inputFrom(stored: Json | undefined): OperationInput {
  if (!isJsonObject(stored)) return { kind: 'void' };
  if (stored.kind === 'json') return { kind: 'json', value: stored.value ?? null };
  const blobs = blobsFrom(stored.blobs);
  const [first] = blobs;
  return first && blobs.length === 1 ? { kind: 'blob', blob: first } : { kind: 'blobs', blobs };
}

function blobsFrom(stored: Json | undefined): readonly StoredBlob[] {
  return Array.isArray(stored) ? stored.flatMap((one) => storedBlobFrom(one) ?? []) : [];
}

/** Documents are stored by id, so that the result shows them as they are when it is fetched. */
function storable(result: OperationResult): Json {
  switch (result.kind) {
    case 'void':
      return { kind: 'void' };
    case 'document':
      return { kind: 'document', ids: [result.document.id] };
    case 'documents':
      return { kind: 'documents', ids: result.documents.map((document) => document.id) };
    case 'blob':
      return { kind: 'blobs', blobs: [{ ...result.blob }] };
    case 'blobs':
      return { kind: 'blobs', blobs: result.blobs.map((blob) => ({ ...blob })) };
    case 'json':
      return { kind: 'json', value: result.value };
    case 'value':
      return { kind: 'value', entityType: result.entityType, value: result.value };
    case 'records':
      return { kind: 'json', value: { 'entity-type': 'recordSet', entries: result.records } };
    case 'user':
      return { kind: 'json', value: result.username };
    case 'users':
      return { kind: 'json', value: result.usernames };
    case 'logEntries':
      return {
        kind: 'json',
        value: { 'entity-type': 'logEntries', entries: result.entries.map((one) => ({ ...one })) },
      };
    case 'bulkStatus':
      return { kind: 'bulk', id: result.status.commandId };
    case 'object':
      return { kind: 'json', value: { 'entity-type': result.entityType, value: result.value } };
  }
}

async function restored(session: Session, stored: Json): Promise<OperationResult> {
  if (!isJsonObject(stored)) return { kind: 'void' };
  const { kind: shape, ids, blobs, value, entityType, status: failed, message } = stored;
  if (shape === 'failure') {
    throw new RepositoryError('operationFailed', String(message), { status: Number(failed) });
  }
  if (shape === 'document' || shape === 'documents') {
    const documents = [];
    for (const id of Array.isArray(ids) ? ids.filter(isString) : []) {
      documents.push(await getDocument(session, { id }));
    }
    const [first] = documents;
    return shape === 'document' && first
      ? { kind: 'document', document: first }
      : { kind: 'documents', documents };
  }
  if (shape === 'blobs') {
    const all = blobsFrom(blobs);
    const [first] = all;
    return first && all.length === 1 ? { kind: 'blob', blob: first } : { kind: 'blobs', blobs: all };
  }
  if (shape === 'value' && isValueType(entityType))
    return { kind: 'value', entityType, value: value ?? null };
  return shape === 'json' ? { kind: 'json', value: value ?? null } : { kind: 'void' };
}

const valueTypes = ['string', 'boolean', 'number', 'date', 'list', 'map', 'orderedMap'] as const;

function isValueType(name: Json | undefined): name is (typeof valueTypes)[number] {
  return valueTypes.some((one) => one === name);
}

function failure(statusCode: number, message: string): Json {
  return { kind: 'failure', status: statusCode, message };
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
