/** Aggregates, with the entities of their keys when `fetch-aggregate: key` asks for them. */
import { findEntry } from '#server/core/directories/entries.ts';
import type { Json } from '#wire/json.ts';
import type { AggregateBucket, AggregateEntity } from '#wire/search.ts';
import type { Call } from '../application.ts';
import { asJson } from './as-json.ts';
import { presentEntry } from './directory.ts';
import { presentPrincipal } from './people.ts';

type Aggregates = Readonly<Record<string, AggregateEntity>>;

export async function presentAggregates(call: Call, aggregates: Aggregates): Promise<Aggregates> {
  if (!call.options.fetch('aggregate').has('key')) return aggregates;
  const presented: Record<string, AggregateEntity> = {};
  for (const [id, aggregate] of Object.entries(aggregates)) {
    presented[id] = {
      ...aggregate,
      ...(aggregate.buckets ? { buckets: await withKeys(call, aggregate.field, aggregate.buckets) } : {}),
      ...(aggregate.extendedBuckets
        ? { extendedBuckets: await withKeys(call, aggregate.field, aggregate.extendedBuckets) }
        : {}),
    };
  }
  return presented;
}

async function withKeys(
  call: Call,
  field: string,
  buckets: readonly AggregateBucket[],
): Promise<readonly AggregateBucket[]> {
  const filled: AggregateBucket[] = [];
  for (const bucket of buckets) {
    const fetchedKey = await behind(call, field, bucket.key);
    filled.push(fetchedKey === undefined ? bucket : { ...bucket, fetchedKey });
  }
  return filled;
}

async function behind(call: Call, field: string, key: string): Promise<Json | undefined> {
  const resolver = call.session.types.topField(field)?.field.resolver;
  if (resolver?.kind === 'user') {
    const principal = await presentPrincipal(call, key);
    return principal && asJson(principal);
  }
  if (resolver?.kind !== 'directory') return undefined;
  const entry = await findEntry(call.session, resolver.directory, key.split('/').at(-1) ?? key);
  return entry && asJson(await presentEntry(call, entry));
}
