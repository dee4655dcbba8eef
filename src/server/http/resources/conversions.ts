/** `/conversions/<id>`: the state and result of a conversion job. */
import { conversionResult, conversionStatus } from '#server/core/files/conversion-jobs.ts';
import type { Call } from '../application.ts';
import { blobResponse } from '../bytes/blob-response.ts';
import { entity } from '../responses.ts';

interface ById {
  readonly id: string;
}

export async function poll({ session, baseUrl }: Call, { id }: ById): Promise<Response> {
  return entity({
    'entity-type': 'conversionStatus',
    conversionId: id,
    status: await conversionStatus(session, id),
    resultURL: `${baseUrl}/api/v1/conversions/${id}/result`,
  });
}

export async function result({ session, request }: Call, { id }: ById): Promise<Response> {
  const blob = await conversionResult(session, id);
  return blobResponse(request, session.repository.ports.blobs, { blob });
}
