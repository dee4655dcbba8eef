/** What every store here is made of: one executor, a database bound to it, and the engine's differences. */
import type { Database, Executor } from './database.ts';
import type { Engine } from './engine.ts';
import type { ListMemory } from './nxql/list-memory.ts';

export interface StoreContext {
  readonly executor: Executor;
  readonly database: Database;
  readonly engine: Engine;
  /** Called when a job is queued, before the unit commits. */
  readonly jobQueued?: (() => void) | undefined;
  /** Only where all that is read is committed. */
  readonly lists?: ListMemory | undefined;
  /** Called when space was counted that is to be settled after the commit (content-counts.ts). */
  readonly unsettled?: (() => void) | undefined;
}
