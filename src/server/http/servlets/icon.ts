/**
 * `/icons/<name>.png`: the icons that answers refer to, drawn by the server.
 * Invariant: only known names are drawn, since no sign-in is needed.
 */
import { thumbnailOf } from '#server/core/files/conversions.ts';
import { iconSvg } from '#server/core/files/placeholder.ts';
import type { BlobStore } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import type { Application } from '../application.ts';

const pixels = 64;

export async function iconServlet(
  { repository, settings }: Application,
  _request: Request,
  url: URL,
): Promise<Response> {
  const path = url.pathname.slice(`${settings.basePath}/icons`.length).toLowerCase();
  const [, word = '', format] = /^\/([a-z_]+)\.(png|gif|svg)$/.exec(path) ?? [];
  const drawn = iconSvg(repository.types, word);
  if (drawn === undefined) return new Response('Not found', { status: 404 });
  const svg = new TextEncoder().encode(drawn);
  if (format === 'svg') return picture(svg, svgType);
  const made = await drawnOnce(repository, word, svg);
  return made ? picture(made.bytes, made.type) : picture(svg, svgType);
}

interface Drawn {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** Icons are small, and there is one for each name. */
const memories = new WeakMap<BlobStore, Map<string, Promise<Drawn | undefined>>>();

/** Cached, because icons need no sign-in: repeated requests must not write to disk each time. */
function drawnOnce(
  repository: Repository,
  word: string,
  svg: Uint8Array<ArrayBuffer>,
): Promise<Drawn | undefined> {
  const { blobs } = repository.ports;
  const known = memories.get(blobs) ?? new Map<string, Promise<Drawn | undefined>>();
  memories.set(blobs, known);
  const found = known.get(word);
  if (found) return found;
  const made = draw(repository, word, svg);
  known.set(word, made);
  // It may be possible to draw it later.
  made.then(
    (picture) => picture ?? known.delete(word),
    () => known.delete(word),
  );
  return made;
}

async function draw(
  repository: Repository,
  word: string,
  svg: Uint8Array<ArrayBuffer>,
): Promise<Drawn | undefined> {
  const { blobs } = repository.ports;
  const stored = await blobs.write(new Blob([svg]).stream());
  const source = { ...stored, name: `${word}.svg`, mimeType: svgType, encoding: null };
  const made = await inSession(repository, { principals: systemPrincipals }, (session) =>
    thumbnailOf(session, source, pixels),
  );
  const content = made && (await blobs.open(made.key));
  if (!content) return undefined;
  const bytes = new Uint8Array(await new Response(content.stream()).arrayBuffer());
  return { bytes, type: made.mimeType ?? 'application/octet-stream' };
}

const svgType = 'image/svg+xml';

function picture(body: Uint8Array<ArrayBuffer>, type: string): Response {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' };
  return new Response(body, { headers });
}
