/** All stores over one executor. Invariant: stores share only the executor, so there may be any number of them. */
import type { DocumentStore } from '#server/core/kernel/document-store.ts';
import type { Stores } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import { databaseOver, type Executor } from '../database.ts';
import type { Engine } from '../engine.ts';
import { documentSearch } from '../nxql/document-search.ts';
import { auditStore } from './audit-store.ts';
import { batchStore } from './batch-store.ts';
import { consistencyStore } from './consistency-store.ts';
import { contentCounts } from './content-counts.ts';
import { documentAccess } from './document-access.ts';
import { documentStatistics } from './document-statistics.ts';
import { documentTree } from './document-tree.ts';
import { documentWalks } from './document-walks.ts';
import { entryStore } from './entry-store.ts';
import { idempotencyStore } from './idempotency-store.ts';
import { jobStore } from './job-store.ts';
import { placeStore } from './place-store.ts';
import { propertyIndexes } from './property-indexes.ts';
import { removedTrees } from './removed-trees.ts';
import { renditionStore } from './rendition-store.ts';
import { treeLocks } from './tree-locks.ts';

export function storesOver(
  executor: Executor,
  engine: Engine,
  more: Pick<StoreContext, 'jobQueued' | 'unsettled' | 'lists'> = {},
): Stores {
  return new StoresOver({ executor, database: databaseOver(executor, engine), engine, ...more });
}

/** Makes each store when it is first used: every unit of work has its own, and most need two or three. */
class StoresOver implements Stores {
  readonly #context: StoreContext;
  #documents: Stores['documents'] | undefined;
  #entries: Stores['entries'] | undefined;
  #audit: Stores['audit'] | undefined;
  #batches: Stores['batches'] | undefined;
  #jobs: Stores['jobs'] | undefined;
  #places: Stores['places'] | undefined;
  #consistency: Stores['consistency'] | undefined;
  #renditions: Stores['renditions'] | undefined;
  #idempotency: Stores['idempotency'] | undefined;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  get documents(): Stores['documents'] {
    this.#documents ??= documentStore(this.#context);
    return this.#documents;
  }
  get entries(): Stores['entries'] {
    this.#entries ??= entryStore(this.#context);
    return this.#entries;
  }
  get audit(): Stores['audit'] {
    this.#audit ??= auditStore(this.#context);
    return this.#audit;
  }
  get batches(): Stores['batches'] {
    this.#batches ??= batchStore(this.#context);
    return this.#batches;
  }
  get jobs(): Stores['jobs'] {
    this.#jobs ??= jobStore(this.#context);
    return this.#jobs;
  }
  get places(): Stores['places'] {
    this.#places ??= placeStore(this.#context);
    return this.#places;
  }
  get consistency(): Stores['consistency'] {
    this.#consistency ??= consistencyStore(this.#context);
    return this.#consistency;
  }
  get renditions(): Stores['renditions'] {
    this.#renditions ??= renditionStore(this.#context);
    return this.#renditions;
  }
  get idempotency(): Stores['idempotency'] {
    this.#idempotency ??= idempotencyStore(this.#context);
    return this.#idempotency;
  }
}

function documentStore(context: StoreContext): DocumentStore {
  const tree = documentTree(context);
  return {
    ...tree,
    ...documentWalks(context),
    ...contentCounts(context),
    ...documentStatistics(context),
    ...removedTrees(context),
    ...treeLocks(context),
    ...documentAccess(context),
    ...propertyIndexes(context),
    ...documentSearch(context, tree),
  };
}
