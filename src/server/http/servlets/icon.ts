/**
 * `/icons/<name>.png`: the small pictures that answers point to (documents.md §9), drawn here.
 * Invariant: only names of this list are drawn, since anybody may ask.
 */

import { thumbnailOf } from '#server/core/conversions.ts';
import { iconSvg } from '#server/core/placeholder.ts';
import { inSession, systemPrincipals } from '#server/core/session.ts';
import type { Application } from '../application.ts';

const kinds: ReadonlySet<string> = new Set(
  'file folder pdf xml zip image text html note word excel powerpoint audio video csv email unknown'.split(
    ' ',
  ),
);
const pixels = 64;

export async function iconServlet({ repository }: Application, path: string): Promise<Response> {
  const [, name = '', format] = /^\/([a-z_]+)\.(png|gif|svg)$/.exec(path.toLowerCase()) ?? [];
  const type = [...repository.types.types.keys()].find((one) => one.toLowerCase() === name);
  if (type === undefined && !kinds.has(name)) return new Response('Not found', { status: 404 });
  const isFolder =
    name === 'folder' || (type !== undefined && repository.types.type(type)?.facets.includes('Folderish'));
  const svg = new TextEncoder().encode(iconSvg(name, isFolder === true));
  if (format === 'svg') return picture(svg, 'image/svg+xml');
  const drawn = await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { blobs } = repository.ports;
    const stored = await blobs.write(new Blob([svg]).stream());
    const made = await thumbnailOf(
      session,
      { ...stored, name: `${name}.svg`, mimeType: 'image/svg+xml', encoding: null },
      pixels,
    );
    return made && (await blobs.open(made.key));
  });
  return drawn ? picture(drawn.stream(), 'image/png') : picture(svg, 'image/svg+xml');
}

function picture(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>, type: string): Response {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' };
  return new Response(body, { headers });
}
