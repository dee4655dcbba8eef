/**
 * Statistics of a whole repository.
 * Invariant: counting reads all documents, so callers that ask meanwhile share one count, even when the first one leaves.
 */
import type { ContentStatistics } from '../kernel/document-store.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';

const counting = new WeakMap<Repository, Map<string, Promise<ContentStatistics>>>();

export function repositoryStatistics(
  repository: Repository,
  repositoryName: string,
): Promise<ContentStatistics> {
  const running = counting.get(repository) ?? new Map<string, Promise<ContentStatistics>>();
  counting.set(repository, running);
  const begun = running.get(repositoryName);
  if (begun) return begun;
  const figures = readStores(repository, ({ documents }) => documents.statistics(repositoryName)).finally(
    () => running.delete(repositoryName),
  );
  running.set(repositoryName, figures);
  return figures;
}
