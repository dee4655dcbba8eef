/**
 * Serves `/metrics` on a separate port, so that clients of the repository cannot read it.
 * Invariant: only method and path of a request are read.
 */
import { createServer } from 'node:http';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

export async function listenForMetrics(
  metrics: Metrics,
  at: { readonly port: number; readonly host: string },
  log: Logger,
): Promise<MetricsListener> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    const end = (status: number, text: string, type = 'text/plain'): void => {
      response.writeHead(status, { 'Content-Type': type }).end(text);
    };
    if (request.url !== '/metrics') return end(404, 'Only /metrics is here\n');
    if (request.method !== 'GET') return end(405, 'Only GET is offered here\n');
    metrics.text().then(
      (text) => end(200, text, metrics.contentType),
      (error: unknown) => {
        log.error('The metrics could not be read', {
          reason: error instanceof Error ? (error.stack ?? '') : String(error),
        });
        end(500, 'The metrics could not be read\n');
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
