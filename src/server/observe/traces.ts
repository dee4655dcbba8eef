/**
 * OpenTelemetry spans for requests, and for the conversions and statements inside them, sent by OTLP over HTTP. Continues a
 * caller's `traceparent`.
 * Invariants: a span contains no header, body, query or path, only the route's pattern, and a statement's text without
 * values; when the collector is unreachable only spans are lost.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type SentStatement, sentStatements } from '#server/adapters/sql/database.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { knownOf } from '#server/http/bytes/listener-hints.ts';
import { fieldsOf } from '#server/http/bytes/text-response.ts';
import { aroundConversions } from './around-conversions.ts';
import type { Observer } from './observer.ts';

const propagator = new W3CTraceContextPropagator();
const headers = {
  get: (carrier: Headers, name: string) => carrier.get(name) ?? undefined,
  keys: (carrier: Headers) => [...carrier.keys()],
};
/** Longer statements are cut. */
const statementCharacters = 2_000;
/** For the remaining spans when the server stops. */
const flushMilliseconds = 3_000;

/** @param endpoint the collector's address, without `/v1/traces` */
export function openTraces(endpoint: URL, version: string, engine: Store['engine']): Observer {
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
  const deafen = onStatements((statement) => {
    const parent = current.getStore();
    // Statements outside requests are not traced.
    if (parent === undefined) return undefined;
    const [, operation = 'statement'] = /^\s*(\w+)/.exec(statement) ?? [];
    const [, table] = /\b(?:from|into|update) "?(\w+)/.exec(statement) ?? [];
    const attributes = {
      'db.system.name': engine === 'sqlite' ? 'sqlite' : 'postgresql',
      'db.operation.name': operation,
      'db.query.text': statement.slice(0, statementCharacters),
    };
    const name = table === undefined ? operation : `${operation} ${table}`;
    return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
  });
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
            'muniment.request_id': fieldsOf(response).get('x-request-id') ?? '',
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
      deafen();
      // An unreachable collector must not delay the end.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

/** @param begin returns undefined for a statement that is not traced */
function onStatements(begin: (statement: string) => Span | undefined): () => void {
  const spans = new WeakMap<SentStatement, Span>();
  const watch = {
    start: (sent: SentStatement) => {
      const span = begin(sent.sql);
      if (span) spans.set(sent, span);
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (sent: SentStatement) => spans.get(sent)?.end(),
    error: (sent: SentStatement) => spans.get(sent)?.setStatus({ code: SpanStatusCode.ERROR }),
  };
  sentStatements.subscribe(watch);
  return () => sentStatements.unsubscribe(watch);
}
