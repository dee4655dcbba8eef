/** Removes the upload batches whose files a request has used. */
import { consumeBatch } from '#server/core/files/uploads.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';

/** A document uses up the batches that it takes files from, unless the client says otherwise. */
export async function dropUsedBatches({ request, session }: Call, body: Json): Promise<void> {
  if (request.headers.get('x-batch-no-drop')?.toLowerCase() === 'true') return;
  for (const id of new Set(batchesIn(body))) await consumeBatch(session, id);
}

function batchesIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(batchesIn);
  if (!isJsonObject(value)) return [];
  const own = value['upload-batch'];
  return typeof own === 'string' ? [own] : Object.values(value).flatMap(batchesIn);
}
