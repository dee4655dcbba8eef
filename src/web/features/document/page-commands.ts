// The commands on a document's page, and their order: for its "…" menu, its keys and the palette. A disabled one has its
// reason.

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
  'similar',
  'star',
  'lock',
  'rename',
  'move',
  'copyTo',
  'cut',
  'copy',
  'newVersion',
  'tag',
  'collect',
  'subscribe',
  'publish',
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

/** The commands of lists that make sense on a page. */
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
  // The most used first, and those that remove the document last.
  const first = shared.flat().filter(({ id }) => opening.includes(id));
  // Without keys: no row has the focus here, so a key press would not say which document it removes.
  const last = shared.flat().flatMap((one) => (removing.includes(one.id) ? { ...one, keys: undefined } : []));
  const between = shared.map((some) =>
    some.filter(({ id }) => !opening.includes(id) && !removing.includes(id)),
  );
  return [first, ...between, last];
}
