/** What every store needs: an executor, a Kysely database over it, and the engine's differences. */
import type { Database, Executor } from './database.ts';
import type { Engine } from './engine.ts';
import type { ListMemory } from './nxql/list-memory.ts';

export interface StoreContext {
  readonly executor: Executor;
  readonly database: Database;
  readonly engine: Engine;
  /** Called when a job is queued, before the unit commits. */
  readonly jobQueued?: (() => void) | undefined;
  /** Only for readers, which see committed data only. */
  readonly lists?: ListMemory | undefined;
  /** Called when changes of space were noted that are to be added after the commit (content-counts.ts). */
  readonly unsettled?: (() => void) | undefined;
}
