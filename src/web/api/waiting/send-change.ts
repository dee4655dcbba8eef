/**
 * Sends one waiting change. Reads its document first and compares values, since not every change by somebody else gives the
 * document another change token. Invariant: no value of somebody else is overwritten that the person has not seen.
 */
import type { DocumentEntity } from '#wire/document.ts';
import { isString, type JsonObject } from '#wire/json.ts';
import { isApiError, isConflict } from '../api-error.ts';
import { isAway } from '../away.ts';
import { mergeEdit, type WaitingChange, type WaitingTrouble, type WaitingWork } from './waiting-change.ts';

/** The requests; each rejects with the server's refusal. */
export interface ChangeServer {
  /** With all properties and the person's permissions. */
  readonly fetchNow: (uid: string) => Promise<DocumentEntity>;
  /** Fails if the document is no longer in exactly this state. */
  readonly save: (fresh: DocumentEntity, values: JsonObject) => Promise<void>;
  readonly tag: (way: 'add' | 'remove', uids: readonly string[], tags: readonly string[]) => Promise<void>;
  readonly comment: (parentId: string, text: string, key: string) => Promise<void>;
  readonly create: (
    parentId: string,
    work: Extract<WaitingWork, { readonly kind: 'new' }>,
    key: string,
  ) => Promise<void>;
}

export type Outcome =
  | { readonly kind: 'done' }
  /** There was no answer, or none from a repository: try again later. */
  | { readonly kind: 'away' }
  /** Nobody, or somebody else, is signed in by now. */
  | { readonly kind: 'left' }
  | { readonly kind: 'trouble'; readonly trouble: WaitingTrouble };

/** Somebody else may save between reading and saving; after this number of attempts the person decides. */
const mostLooks = 4;

export async function sendChange(server: ChangeServer, change: WaitingChange): Promise<Outcome> {
  try {
    return await tried(server, change);
  } catch (error) {
    return outcomeOf(error, change.work);
  }
}

async function tried(server: ChangeServer, { id, about, work }: WaitingChange): Promise<Outcome> {
  const fresh = await server.fetchNow(about.uid);
  if (fresh.isTrashed) return trouble({ kind: 'trashed' });
  switch (work.kind) {
    case 'edit':
      return edited(server, fresh, work);
    case 'tags':
      if (work.add.length > 0) await server.tag('add', [about.uid], work.add);
      if (work.remove.length > 0) await server.tag('remove', [about.uid], work.remove);
      return done;
    case 'comment':
      await server.comment(work.parentId, work.text, id);
      return done;
    case 'new':
      await server.create(about.uid, work, id);
      return done;
  }
}

async function edited(
  server: ChangeServer,
  first: DocumentEntity,
  work: Extract<WaitingWork, { readonly kind: 'edit' }>,
): Promise<Outcome> {
  let fresh = first;
  for (let attempt = 1; ; attempt += 1) {
    const { toSend, theirs } = mergeEdit(work, fresh);
    if (Object.keys(theirs).length > 0) {
      const contributor = fresh.properties?.['dc:lastContributor'];
      const by = isString(contributor) ? contributor : null;
      const modified = fresh.lastModified ?? null;
      return trouble({ kind: 'conflict', theirs: { values: theirs, contributor: by, modified } });
    }
    if (Object.keys(toSend).length === 0) return done;
    try {
      await server.save(fresh, toSend);
      return done;
    } catch (error) {
      if (!isConflict(error) || attempt === mostLooks) throw error;
      const next = await server.fetchNow(fresh.uid ?? '');
      // The document is unchanged, so the refusal has another reason: a lock.
      if (next.changeToken === fresh.changeToken) throw error;
      fresh = next;
    }
  }
}

function outcomeOf(error: unknown, work: WaitingWork): Outcome {
  if (isAway(error)) return { kind: 'away' };
  if (!isApiError(error)) throw error;
  if (error.kind === 'signed-out') return { kind: 'left' };
  // The first attempt is still running on the server.
  if (isConflict(error) && (work.kind === 'comment' || work.kind === 'new')) return { kind: 'away' };
  if (error.status === 404) return trouble({ kind: 'gone' });
  if (error.status === 403) return trouble({ kind: 'forbidden' });
  return trouble({ kind: 'refused', reason: error.message });
}

const done: Outcome = { kind: 'done' };

function trouble(what: WaitingTrouble): Outcome {
  return { kind: 'trouble', trouble: what };
}
