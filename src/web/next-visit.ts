// Prepares the next visit after the first view: stores answers, and lets the worker store the app's files. Also sends what an
// earlier visit could not send, and refreshes the folders that are kept on the device.
import type { QueryClient } from '@tanstack/react-query';
import { keepSeen } from './api/keep-seen.ts';
import { forgetOffline, startOffline } from './api/offline/running-offline.ts';
import { askForRelease } from './api/release.ts';
import { startWaiting } from './api/waiting/running-waiting.ts';
import { filesOf } from './documents/offline/files-of.ts';
import { onLeaving } from './frame/leaving.ts';

/**
 * Delay before the app's files are downloaded, so that a short visit downloads nothing for the next one, and the page's own
 * requests go first.
 */
const settledMs = 10_000;

export function prepareNextVisit(client: QueryClient): void {
  keepSeen(client);
  startWaiting(client);
  startOffline(client, filesOf);
  onLeaving(forgetOffline);
  setTimeout(() => void askForRelease().catch(() => undefined), settledMs);
}
