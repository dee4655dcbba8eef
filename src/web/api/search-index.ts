/** A server may search in an index that learns of changes a moment after they are made. */
import { runForJson } from './operation-call.ts';

/** An index that is further behind than this is not waited for. */
const timeoutSecond = 5;

/** Waits until a search index knows of the changes, at most five seconds. */
export async function waitForIndexing(): Promise<void> {
  await runForJson({ id: 'Elasticsearch.WaitForIndexing', params: { timeoutSecond, refresh: true } });
}
