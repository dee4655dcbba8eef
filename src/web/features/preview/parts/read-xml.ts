// Parses XML while it is decompressed, by local names, since prefixes differ between programs.
// Invariant: entities and addresses in it are never resolved; the page stays responsive between two chunks.
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  readonly open?: (name: string, attributes: XmlAttributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** Returns true to stop: the rest is not needed. */
  readonly isDone?: () => boolean;
}

export type XmlAttributes = ReadonlyMap<string, string>;

const sliceCharacters = 64 * 1024;
const sliceMs = 12;
/** Open elements are held in memory. */
const mostLevels = 500;

/**
 * Resolves to the number of bytes read. Broken XML is read as far as possible.
 * @throws if it is nested too deep
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<number> {
  const parser = new SaxesParser({ xmlns: false, fragment: false });
  parser.on('error', () => undefined);
  let level = 0;
  parser.on('opentag', ({ name, attributes }) => {
    level += 1;
    if (level > mostLevels) throw new Error('The file is nested too deeply');
    const byLocalName = new Map<string, string>();
    for (const [key, value] of Object.entries(attributes)) byLocalName.set(localName(key), value);
    handler.open?.(localName(name), byLocalName);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    level -= 1;
    handler.close?.(localName(name));
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  let since = performance.now();
  for await (const chunk of chunks) {
    bytes += chunk.length;
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += sliceCharacters) {
      if (handler.isDone?.()) return bytes;
      parser.write(text.slice(at, at + sliceCharacters));
      if (performance.now() - since < sliceMs) continue;
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }
  return bytes;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
