/**
 * Changes documents. Visible changes are shown at once and rolled back if the server refuses; the mutation's error is for the
 * screen to show.
 */
import { type MutationFunctionContext, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { headers } from '#wire/headers.ts';
import type { JsonObject } from '#wire/json.ts';
import { documentInput, encodeSegment } from './addresses.ts';
import { pageView } from './document-by-id.ts';
import { type DocumentView, documentsIn } from './documents.ts';
import { isDocument } from './guards.ts';
import { runForJson } from './operation-call.ts';
import {
  patchDocuments,
  type Rollback,
  refreshChanged,
  refreshDocuments,
  shownDocument,
} from './optimistic.ts';
import { api } from './start.ts';
import { waitForAnswer } from './wait-for-answer.ts';
import { nowOrLater } from './waiting/now-or-later.ts';
import { aboutOf, editOf } from './waiting/waiting-change.ts';

export interface CreateDocument {
  readonly parentId: string;
  readonly type: string;
  /** Last part of the path; the server shortens it and makes it unique. */
  readonly name: string;
  readonly properties: JsonObject;
  /** A repeated call with the same key does not create a second document. */
  readonly idempotencyKey?: string;
}

interface PostOptions {
  readonly signal?: AbortSignal;
  /** What to include in the answer. */
  readonly view?: DocumentView;
  /** Keeps the upload batch that the properties refer to. */
  readonly keepsBatch?: boolean;
  /** True for one of many documents: the answer does not wait for a search index. */
  readonly indexedLater?: boolean;
}

/** Only sends the request, for code that is not a component (uploads). */
export function postDocument(
  { parentId, type, name, properties, idempotencyKey }: CreateDocument,
  { signal, view = pageView, keepsBatch = false, indexedLater = false }: PostOptions = {},
): Promise<DocumentEntity> {
  return api().entity(`/id/${encodeSegment(parentId)}`, isDocument, {
    method: 'POST',
    body: { 'entity-type': 'document', type, name, properties },
    headers: keepingBatch(keepsBatch),
    idempotencyKey,
    indexedLater,
    signal,
    ...view,
  });
}

function keepingBatch(keeps: boolean): Readonly<Record<string, string>> {
  return keeps ? { [headers.batchNoDrop]: 'true' } : {};
}

export function createDocument() {
  return mutationOptions({
    networkMode: 'always',
    /** @returns null if it will be created when the server answers */
    mutationFn: (
      { idempotencyKey: id, ...wanted }: CreateDocument & Required<Pick<CreateDocument, 'idempotencyKey'>>,
      { client },
    ): Promise<DocumentEntity | null> =>
      nowOrLater(
        client,
        () => postDocument({ ...wanted, idempotencyKey: id }),
        () => {
          const folder = shownDocument(client, wanted.parentId);
          const { type, name, properties } = wanted;
          return folder === undefined
            ? []
            : [{ id, about: aboutOf(folder), work: { kind: 'new', type, name, properties } }];
        },
      ),
    onSettled: (_made, _error, { parentId }, _rollback, { client }) =>
      refreshChanged(client, { uids: [], folders: [parentId] }),
  });
}

export interface UpdateDocument {
  readonly document: DocumentEntity;
  /** Only the changed properties. */
  readonly properties: JsonObject;
  /** Also makes a version of the saved state. */
  readonly version?: 'minor' | 'major';
  readonly comment?: string;
  /** Overwrites somebody else's change, after the user has seen both. */
  readonly force?: boolean;
  /** Keeps the upload batch that the properties refer to. */
  readonly keepsBatch?: boolean;
  /** True for one of many documents: the answer does not wait for a search index. */
  readonly indexedLater?: boolean;
}

/** Only sends the request. Conflicts (409) are errors: nothing is overwritten silently. */
export async function putDocument(
  {
    document,
    properties,
    version,
    comment,
    force = false,
    keepsBatch = false,
    indexedLater = false,
  }: UpdateDocument,
  signal?: AbortSignal,
): Promise<DocumentEntity> {
  const uid = savedUid(document);
  const body: JsonObject = {
    'entity-type': 'document',
    properties,
    // The server checks the token only if the uid is sent too.
    ...(force || document.changeToken === null ? {} : { uid, changeToken: document.changeToken }),
  };
  const address = `/id/${encodeSegment(uid)}`;
  const saved = await api().entity(address, isDocument, {
    method: 'PUT',
    body,
    headers: {
      ...keepingBatch(keepsBatch),
      ...(version === undefined ? {} : { [headers.versioningOption]: version }),
      ...(comment === undefined ? {} : { [headers.updateComment]: encodeURIComponent(comment) }),
    },
    indexedLater,
    signal,
    ...pageView,
  });
  // If a version was requested, the server answers with the version; the page shows the live document.
  return saved.isVersion ? api().entity(address, isDocument, { signal, ...pageView }) : saved;
}

/** Saves values of a document, or keeps them until the server answers; then it returns null. */
export function saveOrKeep<T>(
  client: QueryClient,
  base: DocumentEntity,
  values: JsonObject,
  save: () => Promise<T>,
): Promise<T | null> {
  return nowOrLater(client, save, () => [{ about: aboutOf(base), work: editOf(base, values) }]);
}

export interface RenameDocument {
  readonly document: DocumentEntity;
  readonly title: string;
}

/** Changes the title; the path stays, so that links by path keep working. */
export function renameDocument() {
  return mutationOptions({
    networkMode: 'always',
    /** @returns null if it will be renamed when the server answers */
    mutationFn: ({ document, title }: RenameDocument, { client }): Promise<DocumentEntity | null> => {
      const properties = { 'dc:title': title };
      return saveOrKeep(client, document, properties, () => putDocument({ document, properties }));
    },
    onMutate: ({ document, title }, { client }) =>
      patchDocuments(client, savedUid(document), (shown) => ({
        ...shown,
        title,
        properties: { ...shown.properties, 'dc:title': title },
      })),
    onError: takeBack,
    onSettled: (_renamed, _error, { document }, _rollback, { client }) =>
      refreshChanged(client, {
        uids: [savedUid(document)],
        folders: document.parentRef === null ? [] : [document.parentRef],
      }),
  });
}

export type Uids = readonly string[];

/** Moves documents to the trash; `untrashDocuments` restores them. */
export function trashDocuments() {
  return onDocuments('Document.Trash', (document) => ({ ...document, isTrashed: true }));
}

export function untrashDocuments() {
  return onDocuments('Document.Untrash', (document) => ({ ...document, isTrashed: false }));
}

/** Deletes permanently. */
export function deleteDocuments() {
  return mutationOptions({
    mutationFn: async (uids: Uids): Promise<void> => {
      await runForJson({ id: 'Document.Delete', input: documentInput(uids) });
    },
    onSettled: refresh,
  });
}

export interface PlaceDocuments {
  readonly uids: Uids;
  readonly targetId: string;
  /** New last part of the path; only for a single document. */
  readonly name?: string;
}

export function moveDocuments() {
  return placing('Document.Move');
}

export function copyDocuments() {
  return placing('Document.Copy');
}

/** Publishes the last version of each document in a section; replaces versions that the section already shows. */
export function publishDocuments() {
  return placing('Document.PublishToSection');
}

export interface OrderDocuments {
  readonly folderId: string;
  readonly uids: Uids;
  /** The document that will follow them; null = they become the last. */
  readonly beforeId: string | null;
}

/** Moves documents to another position in an ordered folder. */
export function orderDocuments() {
  return mutationOptions({
    mutationFn: ({ uids, beforeId }: OrderDocuments) =>
      runOnDocuments('Document.Order', uids, beforeId === null ? {} : { before: beforeId }),
    onSettled: (_moved, _error, { folderId }, _rollback, { client }) =>
      refreshChanged(client, { uids: [], folders: [folderId] }),
  });
}

export function lockDocuments() {
  return onDocuments('Document.Lock');
}

export function unlockDocuments() {
  return onDocuments(
    'Document.Unlock',
    ({ lockOwner: _owner, lockCreated: _created, ...unlocked }) => unlocked,
  );
}

export interface ChangeState {
  readonly uids: Uids;
  /** `approve`, `obsolete`, `backToProject` … */
  readonly transition: string;
}

export function changeState() {
  return mutationOptions({
    mutationFn: ({ uids, transition }: ChangeState) =>
      runOnDocuments('Document.FollowLifecycleTransition', uids, { value: transition }),
    onSettled: refresh,
  });
}

export interface CheckIn {
  readonly uids: Uids;
  readonly version: 'minor' | 'major';
  readonly comment?: string;
}

/** Makes a version of each document. */
export function checkIn() {
  return mutationOptions({
    mutationFn: ({ uids, version, comment }: CheckIn) =>
      runOnDocuments('Document.CheckIn', uids, { version, comment }),
    onSettled: refresh,
  });
}

/** Sets the live document back to this version; `keep` first makes a version of the current state. */
export function restoreVersion() {
  return mutationOptions({
    mutationFn: async ({
      versionId,
      keep = true,
    }: {
      readonly versionId: string;
      readonly keep?: boolean;
    }) => {
      await runForJson({
        id: 'Document.RestoreVersion',
        input: documentInput(versionId),
        params: { createVersion: keep, checkout: true },
      });
    },
    onSettled: refresh,
  });
}

async function runOnDocuments(
  id: string,
  uids: Uids,
  params: JsonObject = {},
): Promise<readonly DocumentEntity[]> {
  return documentsIn(await runForJson({ id, input: documentInput(uids), params }));
}

function onDocuments(id: string, change?: (document: DocumentEntity) => DocumentEntity) {
  return mutationOptions({
    ...waitForAnswer,
    mutationFn: (uids: Uids) => runOnDocuments(id, uids),
    onMutate: async (uids, { client }): Promise<Rollback | undefined> =>
      change === undefined ? undefined : patchDocuments(client, uids, change),
    onError: takeBack,
    onSettled: refresh,
  });
}

function placing(id: 'Document.Move' | 'Document.Copy' | 'Document.PublishToSection') {
  return mutationOptions({
    mutationFn: ({ uids, targetId, name }: PlaceDocuments) =>
      runOnDocuments(id, uids, { target: targetId, name }),
    onSettled: refresh,
  });
}

function takeBack(_error: Error, _wanted: unknown, rollback: Rollback | undefined): void {
  rollback?.();
}

function refresh(
  _data: unknown,
  _error: Error | null,
  _wanted: unknown,
  _rollback: unknown,
  { client }: MutationFunctionContext,
): Promise<void> {
  return refreshDocuments(client);
}

function savedUid(document: DocumentEntity): string {
  if (document.uid === null) throw new TypeError('The document is not saved yet');
  return document.uid;
}
