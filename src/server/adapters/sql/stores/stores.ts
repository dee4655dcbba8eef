/** All stores over one executor. Invariant: stores share nothing but their executor, so any number may exist. */
import type { Stores } from '#server/core/kernel/stores.ts';
import { databaseOver, type Executor } from '../database.ts';
import type { Engine } from '../engine.ts';
import { documentSearch } from '../nxql/document-search.ts';
import { auditStore } from './audit-store.ts';
import { batchStore } from './batch-store.ts';
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

export function storesOver(executor: Executor, engine: Engine, jobQueued?: () => void): Stores {
  const context = { executor, database: databaseOver(executor, engine), engine, jobQueued };
  const tree = documentTree(context);
  return {
    documents: {
      ...tree,
      ...documentWalks(context),
      ...documentStatistics(context),
      ...removedTrees(context),
      ...treeLocks(context),
      ...documentAccess(context),
      ...propertyIndexes(context),
      ...documentSearch(context, tree),
    },
    entries: entryStore(context),
    audit: auditStore(context),
    batches: batchStore(context),
    jobs: jobStore(context),
    places: placeStore(context),
    renditions: renditionStore(context),
    idempotency: idempotencyStore(context),
  };
}
