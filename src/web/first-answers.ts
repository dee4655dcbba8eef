/**
 * Requests what the first view will show while the code that shows it is still loading: the folder of the address and its first
 * rows, with the same queries as the page. Invariant: it only requests earlier; the page requests again, and reports, what fails
 * here.
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
  /** All of it was kept by an earlier visit: it can be drawn at once. */
  readonly recalled: boolean;
  readonly answers: Promise<void>;
}

export function askForFirstView(mistakes: unknown): FirstAnswers {
  if (mistakes !== null) return { recalled: false, answers: Promise.resolve() };
  const signedOut = runningApi().session.getState().status === 'signed-out';
  const folder = signedOut ? undefined : folderHere();
  const answers = signedOut ? askForSignIn() : folder === undefined ? askForHome() : askForFolder(folder);
  // The page gets the same refusal, and shows it.
  return { recalled: folder !== undefined && isHere(folder), answers: answers.catch(() => undefined) };
}

/** Called twice, it still sends its requests once. */
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

/** The folder of the address; undefined if the address is not one of a folder. */
function folderHere(): FolderQuery | undefined {
  const address = here();
  return /^\/browse(\/|$)/.test(address) ? documentByPath(browsePathOf(address), placeView) : undefined;
}

function searchHere(): URLSearchParams {
  return new URLSearchParams(currentAddress().search);
}

/** The queries for the first rows of this folder, as its page makes them. */
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
  // `fetchQuery` has filled the cache with the folder as an earlier visit kept it, if it did: request its rows at the same time.
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

/** A folder with fewer children arrives whole. */
const mostChildren = 100;

interface Children {
  readonly shape: ListShape;
  readonly page: DocumentListEntity;
}

/**
 * The children of the folder by its path: requested together with the folder, while rows by its id need another round trip.
 * Sorted as in a folder without settings of its own; undefined if the list is filtered.
 */
async function askForChildren(): Promise<Children | undefined> {
  const shape = shapeAt(searchHere(), { id: '', kind: '' }, byName);
  if (shape === undefined || shape.filter !== '' || Object.keys(shape.filters).length > 0) return undefined;
  return { shape, page: await childrenByPath(browsePathOf(here()), mostChildren, shape) };
}

/** Stores them as answers to the page's queries, if all children have arrived and the page asks for the same shape. */
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
    // Where there are two sections, the first holds the folders.
    const isHere = (entry: DocumentEntity) => pages.length === 1 || isFolderish(entry) === (index === 0);
    const entries = page.entries.filter(isHere);
    queryClient.setQueryData(queryKey, { ...page, entries, resultsCount: entries.length });
  }
}
