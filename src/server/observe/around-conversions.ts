/** Wraps all conversions of a repository, to observe them. */
import type { Conversion } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';

/** @param converter a registered name or a fixed other word, never text from a caller */
export type AroundConversion = <T>(converter: string, work: () => Promise<T>) => Promise<T>;

export function aroundConversions(repository: Repository, around: AroundConversion): Repository {
  const { conversion } = repository.ports;
  const registered = new Set(conversion.list().map(({ name }) => name));
  const watched: Conversion = {
    ...conversion,
    convert: (name, ...rest) =>
      around(registered.has(name) ? name : 'other', () => conversion.convert(name, ...rest)),
    concatenatePdfs: (...all) => around('joinPdfs', () => conversion.concatenatePdfs(...all)),
    writeMetadata: (...all) => around('writeMetadata', () => conversion.writeMetadata(...all)),
    thumbnail: (...all) => around('thumbnail', () => conversion.thumbnail(...all)),
    scenes: (...all) => around('scenes', () => conversion.scenes(...all)),
    text: (...all) => around('text', () => conversion.text(...all)),
    metadata: (...all) => around('metadata', () => conversion.metadata(...all)),
  };
  return { ...repository, ports: { ...repository.ports, conversion: watched } };
}
