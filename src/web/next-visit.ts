// What is done for the next visit, once the first view is there: answers are kept, and the worker keeps the app's files.
// What an earlier visit could not send is sent.
import type { QueryClient } from '@tanstack/react-query';
import { keepSeen } from './api/keep-seen.ts';
import type { PageNews } from './api/media-protocol.ts';
import { startWaiting } from './api/waiting/running-waiting.ts';

/** Whoever only looks in fetches nothing for later, and what the page itself wants goes first. */
const settledMs = 10_000;

export function prepareNextVisit(client: QueryClient): void {
  keepSeen(client);
  startWaiting(client);
  setTimeout(() => void askForRelease().catch(() => undefined), settledMs);
}

async function askForRelease(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const news: PageNews = { type: 'release-wanted' };
  (registration?.waiting ?? registration?.active)?.postMessage(news);
}
