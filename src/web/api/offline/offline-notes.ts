/**
 * Notes which folders this device is to hold. They are in localStorage, which stays when a browser short of space removes the
 * copies: these can then be reported, and copied again.
 */
import { storageName } from '../session-storage.ts';
import { runningApi } from '../start.ts';
import type { OfflineFolder } from './offline-folder.ts';

type Noted = Pick<OfflineFolder, 'uid' | 'title' | 'path' | 'limit'>;

function noteName(owner: string): string {
  const name = storageName(runningApi().config.server);
  return `${name}:offline${owner.slice(name.length)}`;
}

export function noteFolders(owner: string, folders: readonly OfflineFolder[]): void {
  const noted = folders.map(({ uid, title, path, limit }): Noted => ({ uid, title, path, limit }));
  try {
    if (noted.length === 0) localStorage.removeItem(noteName(owner));
    else localStorage.setItem(noteName(owner), JSON.stringify(noted));
  } catch {
    // Without space for the note, a removed copy is not reported.
  }
}

export function notedFolders(owner: string): readonly Noted[] {
  const noted: unknown = JSON.parse(localStorage.getItem(noteName(owner)) ?? '[]');
  return Array.isArray(noted) ? noted.filter(isNoted) : [];
}

export function forgetNote(owner: string): void {
  localStorage.removeItem(noteName(owner));
}

/** Removes the notes of other people of this server. */
export function forgetNotesOfOthers(owner: string | undefined): void {
  const ofServer = `${storageName(runningApi().config.server)}:offline:`;
  for (const name of Object.keys(localStorage))
    if (name.startsWith(ofServer) && name !== noteName(owner ?? '')) localStorage.removeItem(name);
}

function isNoted(value: unknown): value is Noted {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['uid', 'title', 'path', 'limit'].every((name) => name in value)
  );
}
