/**
 * `/icons/<name>.png`: the small pictures that answers point to, drawn here.
 * Invariant: only words that are known are drawn, since anybody may ask.
 */
import { thumbnailOf } from '#server/core/files/conversions.ts';
import { iconSvg } from '#server/core/files/placeholder.ts';
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
  const { blobs } = repository.ports;
  const stored = await blobs.write(new Blob([svg]).stream());
  const source = { ...stored, name: `${word}.svg`, mimeType: svgType, encoding: null };
  const made = await inSession(repository, { principals: systemPrincipals }, (session) =>
    thumbnailOf(session, source, pixels),
  );
  const content = made && (await blobs.open(made.key));
  return content
    ? picture(content.stream(), made.mimeType ?? 'application/octet-stream')
    : picture(svg, svgType);
}

const svgType = 'image/svg+xml';

function picture(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>, type: string): Response {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' };
  return new Response(body, { headers });
}
