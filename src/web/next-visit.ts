// What is done for the next visit, once the first view is there: answers are kept, and the worker keeps the app's files.
// What an earlier visit could not send is sent, and folders that are here without a line are refreshed.
import type { QueryClient } from '@tanstack/react-query';
import { keepSeen } from './api/keep-seen.ts';
import { forgetOffline, startOffline } from './api/offline/running-offline.ts';
import { askForRelease } from './api/release.ts';
import { startWaiting } from './api/waiting/running-waiting.ts';
import { filesOf } from './documents/offline/files-of.ts';
import { onLeaving } from './frame/leaving.ts';

/** Whoever only looks in fetches nothing for later, and what the page itself wants goes first. */
const settledMs = 10_000;

export function prepareNextVisit(client: QueryClient): void {
  keepSeen(client);
  startWaiting(client);
  startOffline(client, filesOf);
  onLeaving(forgetOffline);
  setTimeout(() => void askForRelease().catch(() => undefined), settledMs);
}
