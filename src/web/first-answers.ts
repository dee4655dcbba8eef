/**
 * Asks for what the first view will show, before the code that shows it has come: the folder of the address and its
 * first rows, by the very queries that the page uses. Invariant: only ever ahead of the page, never instead of it; what
 * fails here is requested again, and reported, there.
 */
import { hashKey } from '@tanstack/react-query';
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import { isFolderish } from './api/document-context.ts';
import { childrenByPath, documentByPath } from './api/documents.ts';
import { runningApi } from './api/start.ts';
import { currentAddress, pageBasename } from './base-address.ts';
import { byName } from './documents/list/list-address.ts';
import type { ListShape } from './documents/list/list-source.ts';
import { firstPages, shapeAt, shapeOfFolder } from './documents/list/prefetch-folder.ts';
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
  const answers = signedOut ? askForSignIn() : folder === undefined ? askForHome() : askForFolder(folder);
  // The page meets the same refusal, and says it.
  return { recalled: folder !== undefined && isHere(folder), answers: answers.catch(() => undefined) };
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
  const address = here();
  return /^\/browse(\/|$)/.test(address) ? documentByPath(browsePathOf(address), placeView) : undefined;
}

function searchHere(): URLSearchParams {
  return new URLSearchParams(currentAddress().search);
}

/** The first rows of this folder, as its page will ask for them. */
function rowsHere(folder: DocumentEntity): readonly PageOptions[] {
  if (!isStored(folder) || !isFolderish(folder)) return [];
  const shape = shapeOfFolder(searchHere(), folder);
  return shape === undefined ? [] : firstPages(folder.uid, shape);
}

function isHere(query: FolderQuery): boolean {
  const folder = queryClient.getQueryData(query.queryKey);
  const pages = folder === undefined ? [] : rowsHere(folder);
  return pages.length > 0 && pages.every(({ queryKey }) => queryClient.getQueryData(queryKey) !== undefined);
}

async function askForFolder(query: FolderQuery): Promise<void> {
  const answer = queryClient.fetchQuery(query);
  // As it was at an earlier visit, if it was, which asking for it has brought here: its rows are asked for at the same time.
  const known = queryClient.getQueryData(query.queryKey);
  const children = known === undefined ? askForChildren().catch(() => undefined) : undefined;
  const rows = known === undefined ? undefined : askForRows(known);
  const folder = await answer;
  keepChildren(folder, await children);
  await Promise.all([rows, askForRows(folder)]);
}

async function askForRows(folder: DocumentEntity): Promise<void> {
  await Promise.all(rowsHere(folder).map((page) => queryClient.prefetchQuery(page)));
}

/** A folder with fewer children comes whole. */
const mostChildren = 100;

interface Children {
  readonly shape: ListShape;
  readonly page: DocumentListEntity;
}

/**
 * What lies in the folder of the address, by its path: it comes together with the folder, where rows by its id would take
 * another round trip. In the order of a folder of which nothing is known; undefined where the list is only a choice of them.
 */
async function askForChildren(): Promise<Children | undefined> {
  const shape = shapeAt(searchHere(), { id: '', kind: '' }, byName);
  if (shape === undefined || shape.filter !== '' || Object.keys(shape.filters).length > 0) return undefined;
  return { shape, page: await childrenByPath(browsePathOf(here()), mostChildren, shape) };
}

/** As the answers that the folder's page would wait for, where all are here and it asks for them in this way. */
function keepChildren(folder: DocumentEntity, children: Children | undefined): void {
  if (children === undefined || !isStored(folder) || !isFolderish(folder)) return;
  const { shape, page } = children;
  if (
    page.entries.length >= mostChildren ||
    hashKey([shape]) !== hashKey([shapeOfFolder(searchHere(), folder)])
  )
    return;
  const pages = firstPages(folder.uid, shape);
  for (const [index, { queryKey }] of pages.entries()) {
    // Of two sections, the folders are the first.
    const isHere = (entry: DocumentEntity) => pages.length === 1 || isFolderish(entry) === (index === 0);
    const entries = page.entries.filter(isHere);
    queryClient.setQueryData(queryKey, { ...page, entries, resultsCount: entries.length });
  }
}
