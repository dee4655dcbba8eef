/** Drops the upload batches that a request took files from. */
import { consumeBatch } from '#server/core/files/uploads.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';

/** A batch is used up by the document that takes from it, unless the client says otherwise. */
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
