/** Chooses the compression of an answer from Accept-Encoding. */

export type Encoding = 'br' | 'gzip';

/** The encoding with the highest weight, brotli when both are equal; undefined for no compression. */
export function chooseEncoding(acceptEncoding: string | null): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  const wantsPlain = (weights.get('identity') ?? 0) > weightOf(best);
  return weightOf(best) > 0 && !wantsPlain ? best : undefined;
}
