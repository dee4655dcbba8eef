/**
 * Asks for what the first view will show, before the code that shows it has come: the folder of the address and its
 * first rows, by the very queries that the page uses. Invariant: only ever ahead of the page, never instead of it; what
 * fails here is asked again, and told, there.
 */
import { isFolderish } from './api/document-context.ts';
import { documentByPath } from './api/documents.ts';
import { runningApi } from './api/start.ts';
import { currentAddress, pageBasename } from './base-address.ts';
import { readListAddress } from './documents/list/list-address.ts';
import { restingView } from './documents/list/list-columns.ts';
import { choiceFor } from './documents/list/list-preferences.ts';
import { folderSource, orderAtFirst, rowsOf, shapeOf } from './documents/list/list-source.ts';
import { isStored, placeView } from './documents/stored-document.ts';
import { loadNamespace } from './i18n/texts.ts';
import { browsePathOf, paths } from './paths.ts';
import { queryClient } from './query-client.ts';

export async function askForFirstView(): Promise<void> {
  try {
    if (runningApi().session.getState().status === 'signed-out') await askForSignIn();
    else await Promise.all([askForHome(), askForFolder()]);
  } catch {
    // The page meets the same refusal, and says it.
  }
}

async function askForSignIn(): Promise<void> {
  await Promise.all([import('./features/session/login-page.tsx'), loadNamespace('session')]);
}

function here(): string {
  return currentAddress().pathname.slice(pageBasename().length);
}

async function askForHome(): Promise<void> {
  if (here() !== paths.home.href()) return;
  await Promise.all([import('./features/home/home-page.tsx'), loadNamespace('home')]);
}

async function askForFolder(): Promise<void> {
  const { search } = currentAddress();
  const place = here();
  if (!/^\/browse(\/|$)/.test(place)) return;
  const folder = await queryClient.fetchQuery(documentByPath(browsePathOf(place), placeView));
  if (!isStored(folder) || !isFolderish(folder)) return;
  const list = { id: folder.uid, kind: folder.type };
  const view = restingView(list);
  if (view === undefined) return;
  const atRest = choiceFor(list).sort ?? orderAtFirst(folder);
  const source = folderSource(
    folder.uid,
    shapeOf(readListAddress(new URLSearchParams(search), atRest), view),
  );
  const { sections, pageSize } = rowsOf(source);
  await Promise.all(sections.map((section) => queryClient.prefetchQuery(section({ offset: 0, pageSize }))));
}
