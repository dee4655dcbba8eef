/**
 * Reads XML as it arrives, by local names: prefixes differ between producers, local names do not.
 * Invariant: entities and external references are never resolved; invalid XML is read as far as possible.
 */
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True: the rest need not be read. */
  readonly isDone?: boolean;
}

export async function readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, fragment: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    const byLocalName = new Map<string, string>();
    for (const [key, value] of Object.entries(attributes)) byLocalName.set(localName(key), value);
    handler.open?.(localName(name), byLocalName);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => handler.close?.(localName(name)));
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    if (handler.isDone) return;
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.write(decoder.decode()).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
