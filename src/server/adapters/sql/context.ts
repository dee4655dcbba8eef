/** What every store here is made of: a database bound to one executor, and the engine's differences. */
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';

export interface StoreContext {
  readonly database: Database;
  readonly engine: Engine;
}
