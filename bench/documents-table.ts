/**
 * npm run bench -- --documents N [--as person|administrator] [--engine …] [--only load|questions|changes]: measures a
 * library of that size after a clean restart: calls a second compared with their floors, requests, changes, start time and
 * memory.
 */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { administrator, Seed } from '../e2e/seed.ts';
import { startServer } from '../e2e/server.ts';
import { measureChanges, measureQuestions, top, wide, workspaces } from './at-scale.ts';
import { openLargeStorage } from './large-storage.ts';
import { plantLibrary } from './library.ts';
import { measureFloors, measureLoad } from './load-table.ts';
import { memoryOf, show } from './measure.ts';
import { addPerson, person } from './person.ts';

export const parts = ['load', 'questions', 'changes'] as const;
export type Part = (typeof parts)[number];

/** The most documents stored by the core's own functions. That comes last, so that requests find only the planted ones. */
const most = 50_000;
/** Pause after a start: by then its memory is released, and idle threads have ended. */
const restMilliseconds = 15_000;

export async function documentsTable(
  engine: string,
  documents: number,
  { who, only }: { readonly who: 'person' | 'administrator'; readonly only: Part | undefined },
): Promise<void> {
  const wants = (part: Part): boolean => only === undefined || only === part;
  const storage = await openLargeStorage(engine, documents);
  try {
    show({ name: 'planted by statements', value: `${Math.round(storage.planted)} documents a second` });
    const first = await startServer(storage.flags);
    await addPerson(first.origin, workspaces, top);
    await new Seed(first.origin).document(workspaces, 'Workspace', 'made');
    await first.stop();
    const floors = wants('load') ? await measureFloors(storage.folder) : undefined;
    const start = performance.now();
    const server = await startServer(storage.flags);
    try {
      show({ name: 'second start', value: `${Math.round(performance.now() - start)} ms` });
      show({ name: 'memory just started', value: await memoryOf(server.pid) });
      await setTimeout(restMilliseconds);
      show({ name: 'memory at rest', value: await memoryOf(server.pid) });
      const credentials = who === 'person' ? person : administrator;
      if (wants('questions')) await measureQuestions(server, credentials, documents);
      if (wants('changes')) await measureChanges(server);
      if (floors !== undefined) await measureLoad(server, credentials, wide, floors);
      show({ name: 'memory after', value: await memoryOf(server.pid) });
      const load = loadavg().map((one) => one.toFixed(1));
      show({ name: 'load average', value: load.join(' ') });
    } finally {
      await server.stop();
    }
    if (!wants('load')) return;
    const stored = await plantLibrary(storage.flags, { big: Math.min(documents, most), list: 0 });
    show({
      name: 'stored by the core, 1,000 a transaction',
      value: `${Math.round(stored)} documents a second`,
    });
  } finally {
    await storage.remove();
  }
}
