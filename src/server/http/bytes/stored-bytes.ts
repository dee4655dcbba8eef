import { errors } from '#server/core/kernel/errors.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';

/** The bytes of a blob that is stored already, to be read once more. */
export async function toBlobBytes(repository: Repository, blob: StoredBlob): Promise<Bytes> {
  const content = await repository.ports.blobs.open(blob.key);
  if (!content) throw errors.notFound('No blob found');
  return content.stream();
}
