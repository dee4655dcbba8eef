/** Starts metrics and traces if the settings ask for them; otherwise they are not even loaded. */
import type { Logger } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Readiness } from '#server/http/application.ts';
import type { ServerOptions } from '#server/server-options.ts';
import { combineObservers, type Observer } from './observer.ts';

export async function startObserving(
  options: ServerOptions,
  repository: Repository,
  readiness: Readiness,
  log: Logger,
): Promise<Observer> {
  const observers: Observer[] = [];
  if (options.otlpEndpoint !== undefined) {
    const { openTraces } = await import('./traces.ts');
    observers.push(openTraces(options.otlpEndpoint, options.productVersion, repository.ports.store.engine));
    log.info('Traces', { to: options.otlpEndpoint.origin });
  }
  if (options.metrics !== undefined) {
    const { openMetrics } = await import('./metrics.ts');
    const { listenForMetrics } = await import('./metrics-listener.ts');
    const metrics = openMetrics(repository, options.dataFolder, readiness);
    const { port, close } = await listenForMetrics(metrics, options.metrics, log);
    observers.push({ ...metrics, close });
    log.info('Metrics', { address: `http://${options.metrics.host}:${port}/metrics` });
  }
  return combineObservers(observers);
}
