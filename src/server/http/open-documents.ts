/**
 * The part of a change stream that tells who else has a document open.
 * Invariants: readers are shown only to people who may read the document, and only if they may read it themselves; rights
 * are checked again before each message.
 */
import { findDocument } from '#server/core/documents/documents.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Session } from '#server/core/kernel/session.ts';

export interface OpenDocuments {
  /** Tells others what is open, and returns events about other readers: at first, and after changes. */
  readonly read: (session: Session) => Promise<readonly string[]>;
  /** Calls back when `read` may have something new. */
  readonly listen: (onChange: () => void) => () => void;
  readonly close: () => void;
}

/** @param paths of the documents whose pages the reader has open */
export function openDocuments(
  { changes }: Repository,
  { repositoryName: repository, username }: Session,
  paths: ReadonlySet<string>,
): OpenDocuments {
  const stream = crypto.randomUUID();
  const sent = new Map<string, string>();
  let isClosed = false;

  const othersAt = (place: string): readonly string[] =>
    changes.presence.at(repository, place).filter((name) => name !== username);

  return {
    read: async (session) => {
      const found = await Promise.all(
        [...paths].map(async (path) => ((await findDocument(session, { path })) === undefined ? [] : [path])),
      );
      const open = found.flat();
      if (isClosed) return [];
      if (paths.size > 0) changes.tellOpen({ stream, repository, username, open });
      return [...paths].flatMap((place) => {
        const people = open.includes(place) ? othersAt(place) : [];
        const text = JSON.stringify({ place, people });
        if (sent.get(place) === text) return [];
        sent.set(place, text);
        return [`event: present\ndata: ${text}\n\n`];
      });
    },
    listen: (onChange) =>
      changes.presence.listen((where, places) => {
        if (where === repository && places.some((place) => paths.has(place))) onChange();
      }),
    close: () => {
      isClosed = true;
      if (paths.size > 0) changes.tellOpen({ stream, repository, username, open: [] });
    },
  };
}
