/** An observer of a running server: wraps its parts without changing their behaviour. */
import type { Repository } from '#server/core/kernel/repository.ts';
import type { FetchApp } from '#server/node-listener.ts';

export interface Observer {
  app(app: FetchApp): FetchApp;
  repository(repository: Repository): Repository;
  close(): Promise<void>;
}

/** The first one is outermost. */
export function combineObservers(observers: readonly Observer[]): Observer {
  return {
    app: (app) => observers.reduceRight((inner, each) => each.app(inner), app),
    repository: (repository) => observers.reduceRight((inner, each) => each.repository(inner), repository),
    close: async () => {
      await Promise.all(observers.map((each) => each.close()));
    },
  };
}
