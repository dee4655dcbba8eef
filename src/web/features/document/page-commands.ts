// What can be done on a document's page, in what order: its "…" menu, its keys and the palette show it, with the reason
// where something cannot be done.

import { useNavigate } from 'react-router-dom';
import { breadcrumbOf } from '#web/api/document-context.ts';
import type { Commands } from '#web/documents/commands/command.ts';
import { addedCommands, useDocumentCommands } from '#web/documents/commands/use-document-commands.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { paths } from '#web/paths.ts';

const opening = ['access', 'workflow'];

const fromLists = [
  ...opening,
  'download',
  'link',
  'star',
  'lock',
  'rename',
  'move',
  'copyTo',
  'cut',
  'copy',
  'tag',
  'collect',
  'subscribe',
  'approve',
  'obsolete',
  'backToProject',
  'operation',
  'refresh',
  'trash',
  'restore',
  'delete',
  addedCommands,
];

const removing = ['trash', 'restore', 'delete'];

/** Those of lists that a page has a use for. */
export function usePageCommands(document: StoredDocument): Commands {
  const navigate = useNavigate();
  const { uid } = document;
  const parent = breadcrumbOf(document).at(-2)?.path ?? '/';
  const shared = useDocumentCommands(
    {
      documents: [document],
      folder: null,
      onGone: () => void navigate(paths.browse.href(parent)),
      onStarted: () => void navigate(paths.doc.href(uid, 'workflow'), { replace: true }),
    },
    fromLists,
  );
  // Most wanted first, and what removes the document last.
  const first = shared.flat().filter(({ id }) => opening.includes(id));
  // Without their keys: no row that has the focus shows here what they would be about.
  const last = shared.flat().flatMap((one) => (removing.includes(one.id) ? { ...one, keys: undefined } : []));
  const between = shared.map((some) =>
    some.filter(({ id }) => !opening.includes(id) && !removing.includes(id)),
  );
  return [first, ...between, last];
}
