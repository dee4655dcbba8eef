/** `@convert`: a converted blob, at once or as a job. */
import { scheduleConversion } from '#server/core/files/conversion-jobs.ts';
import { convertIn } from '#server/core/files/conversions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { blobResponse } from '../bytes/blob-response.ts';
import { blobAtXpath } from '../bytes/document-blobs.ts';
import { mediaType, parseJson, readForm, readText } from '../request-body.ts';
import { entity } from '../responses.ts';
import type { Adapter } from './adapter.ts';
import { mainBlobOf, requireMethod } from './targets.ts';

export const convert: Adapter = {
  name: 'convert',
  answer: async (call, target) => {
    const { request, session } = call;
    requireMethod(request, 'GET', 'POST');
    const input = request.method === 'POST' ? await parametersInBody(request) : call.url.searchParams;
    const blob =
      mainBlobOf(session, target) ??
      (target.kind === 'document' ? (await blobAtXpath(session, target.document, ''))?.blob : undefined);
    if (!blob) throw errors.badRequest('No Blob found');
    const wanted = {
      converter: input.get('converter')?.trim() || undefined,
      type: input.get('type')?.trim() || undefined,
      format: input.get('format')?.trim() || undefined,
    };
    const parameters = Object.fromEntries([...input].filter(([name]) => !ownParameters.has(name)));
    if (request.method === 'POST' && input.get('async') === 'true') {
      return scheduled(call, await scheduleConversion(session, blob, wanted, parameters));
    }
    const made: StoredBlob = await convertIn(session, blob, wanted, parameters);
    return blobResponse(request, session.repository.ports.blobs, { blob: made });
  },
};

const ownParameters = new Set(['converter', 'type', 'format', 'async', 'inline', 'access_token', 'token']);

async function parametersInBody(request: Request): Promise<URLSearchParams> {
  if (!mediaType(request.headers).includes('json')) return readForm(request);
  const body = parseJson((await readText(request)) || '{}');
  const given = isJsonObject(body) ? body : {};
  return new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

function scheduled({ baseUrl }: Call, id: string): Response {
  const pollingURL = `${baseUrl}/api/v1/conversions/${id}/poll`;
  const resultURL = `${baseUrl}/api/v1/conversions/${id}/result`;
  const body = { 'entity-type': 'conversionScheduled', conversionId: id, pollingURL, resultURL };
  return entity(body, 202, { Location: pollingURL });
}
