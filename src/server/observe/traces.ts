/**
 * Requests and the conversions inside them as OpenTelemetry spans, sent by OTLP over HTTP. A caller's `traceparent` is
 * gone on with.
 * Invariants: a span holds no header, no body, no query and no path, only the route's pattern; a collector that is gone
 * costs spans and nothing else.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { knownOf } from '#server/http/bytes/listener-hints.ts';
import { aroundConversions } from './around-conversions.ts';
import type { Observer } from './observer.ts';

const propagator = new W3CTraceContextPropagator();
const headers = {
  get: (carrier: Headers, name: string) => carrier.get(name) ?? undefined,
  keys: (carrier: Headers) => [...carrier.keys()],
};
/** For the spans that are left when the server stops. */
const flushMilliseconds = 3_000;

/** @param endpoint the collector's address, without `/v1/traces` */
export function openTraces(endpoint: URL, version: string): Observer {
  const url = new URL(`${endpoint.pathname.replace(/\/$/, '')}/v1/traces`, endpoint).href;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'muniment', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: flushMilliseconds }) }),
    ],
  });
  const tracer = provider.getTracer('muniment', version);
  const current = new AsyncLocalStorage<Context>();
  return {
    app: (app) => ({
      fetch: async (request) => {
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, headers);
        const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent);
        try {
          const response = await current.run(trace.setSpan(parent, span), () => app.fetch(request));
          const route = knownOf(request).route ?? 'other';
          span.updateName(`${request.method} ${route}`);
          span.setAttributes({
            'http.request.method': request.method,
            'http.route': route,
            'http.response.status_code': response.status,
            'muniment.request_id': response.headers.get('x-request-id') ?? '',
          });
          if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          return response;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      },
    }),
    repository: (repository) =>
      aroundConversions(repository, async (converter, work) => {
        const parent = current.getStore() ?? ROOT_CONTEXT;
        const span = tracer.startSpan(`convert ${converter}`, { kind: SpanKind.INTERNAL }, parent);
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    close: async () => {
      // A collector that is gone does not keep the server.
      await provider.shutdown().catch(() => undefined);
    },
  };
}
