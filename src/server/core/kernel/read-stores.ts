/** A short read of committed data without a session, for questions that come before the caller is known. */

import type { Repository } from './repository.ts';
import type { Stores } from './stores.ts';

export async function readStores<T>(
  repository: Repository,
  read: (stores: Stores) => Promise<T>,
): Promise<T> {
  const unit = repository.ports.store.begin();
  try {
    return await read(unit.stores);
  } finally {
    await unit.rollback();
  }
}
