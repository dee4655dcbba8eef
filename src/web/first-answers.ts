/**
 * Asks for what the first view will show, before the code that shows it has come: the folder of the address and its
 * first rows, by the very queries that the page uses. Invariant: only ever ahead of the page, never instead of it; what
 * fails here is asked again, and told, there.
 */
import type { DocumentEntity } from '#wire/document.ts';
import { isFolderish } from './api/document-context.ts';
import { documentByPath } from './api/documents.ts';
import { runningApi } from './api/start.ts';
import { currentAddress, pageBasename } from './base-address.ts';
import { readListAddress } from './documents/list/list-address.ts';
import { restingView } from './documents/list/list-columns.ts';
import { choiceFor } from './documents/list/list-preferences.ts';
import { folderSource, orderAtFirst, rowsOf, shapeOf } from './documents/list/list-source.ts';
import type { PageOptions } from './documents/rows/row-source.ts';
import { isStored, placeView } from './documents/stored-document.ts';
import { pagesHere } from './frame/first-view.ts';
import { loadNamespace } from './i18n/texts.ts';
import { browsePathOf, paths } from './paths.ts';
import { queryClient } from './query-client.ts';

interface FirstAnswers {
  /** Everything is here from an earlier visit: it can be drawn at once. */
  readonly recalled: boolean;
  readonly answers: Promise<void>;
}

export function askForFirstView(mistakes: unknown): FirstAnswers {
  if (mistakes !== null) return { recalled: false, answers: Promise.resolve() };
  const signedOut = runningApi().session.getState().status === 'signed-out';
  const folder = signedOut ? undefined : folderHere();
  const asked = signedOut ? askForSignIn() : folder === undefined ? askForHome() : askForFolder(folder);
  // The page meets the same refusal, and says it.
  return { recalled: folder !== undefined && isHere(folder), answers: asked.catch(() => undefined) };
}

/** Asked for twice it travels once. */
export async function askForSignIn(): Promise<void> {
  const [{ LoginPage }] = await Promise.all([
    import('./features/session/login-page.tsx'),
    loadNamespace('session'),
  ]);
  pagesHere.login = LoginPage;
}

function here(): string {
  return currentAddress().pathname.slice(pageBasename().length);
}

async function askForHome(): Promise<void> {
  if (here() !== paths.home.href()) return;
  const [{ HomePage }] = await Promise.all([import('./features/home/home-page.tsx'), loadNamespace('home')]);
  pagesHere.home = HomePage;
}

type FolderQuery = ReturnType<typeof documentByPath>;

/** The folder of the address; undefined where the address is none of a folder. */
function folderHere(): FolderQuery | undefined {
  const place = here();
  return /^\/browse(\/|$)/.test(place) ? documentByPath(browsePathOf(place), placeView) : undefined;
}

/** The first rows of this folder, as its page will ask for them. */
function rowsHere(folder: DocumentEntity): readonly PageOptions[] {
  if (!isStored(folder) || !isFolderish(folder)) return [];
  const list = { id: folder.uid, kind: folder.type };
  const view = restingView(list);
  if (view === undefined) return [];
  const atRest = choiceFor(list).sort ?? orderAtFirst(folder);
  const address = readListAddress(new URLSearchParams(currentAddress().search), atRest);
  const { sections, pageSize } = rowsOf(folderSource(folder.uid, shapeOf(address, view)));
  return sections.map((section) => section({ offset: 0, pageSize }));
}

function isHere(query: FolderQuery): boolean {
  const folder = queryClient.getQueryData(query.queryKey);
  const pages = folder === undefined ? [] : rowsHere(folder);
  return pages.length > 0 && pages.every(({ queryKey }) => queryClient.getQueryData(queryKey) !== undefined);
}

async function askForFolder(query: FolderQuery): Promise<void> {
  const answer = queryClient.fetchQuery(query);
  // As it was at an earlier visit, if it was: its rows are asked for at the same time.
  const known = queryClient.getQueryData(query.queryKey);
  const rows = known === undefined ? undefined : askForRows(known);
  await Promise.all([rows, answer.then(askForRows)]);
}

async function askForRows(folder: DocumentEntity): Promise<void> {
  await Promise.all(rowsHere(folder).map((page) => queryClient.prefetchQuery(page)));
}
