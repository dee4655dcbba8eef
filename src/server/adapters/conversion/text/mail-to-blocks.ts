/**
 * Reads a mail (RFC 5322 with MIME) into blocks: subject, people and date, the message, names of attachments.
 * Invariant: only what a person would read, without transport headers; attachments are named, never opened.
 */
import { open } from 'node:fs/promises';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { BlockSink } from './blocks.ts';
import { htmlToBlocks } from './html-to-blocks.ts';

/** The message comes before its attachments, so only attachments of a longer mail are cut. */
const mostBytes = 32 * 2 ** 20;

export async function mailToBlocks(path: string, sink: BlockSink): Promise<void> {
  const mail = await PostalMime.parse(await beginningOf(path));
  if (mail.subject) sink.add({ kind: 'heading', level: 1, spans: [{ text: mail.subject }] });
  for (const [name, value] of headers(mail)) {
    sink.add({ kind: 'paragraph', spans: [{ text: `${name}: `, bold: true }, { text: value }] });
  }
  if (mail.text?.trim()) {
    for (const part of mail.text.trim().split(/(?:\r?\n){2,}/)) {
      sink.add({ kind: 'paragraph', spans: [{ text: part.replaceAll('\r\n', '\n') }] });
    }
  } else if (mail.html) {
    htmlToBlocks(mail.html, sink);
  }
  for (const { filename, mimeType } of mail.attachments) {
    sink.add({ kind: 'item', depth: 1, marker: '📎', spans: [{ text: filename ?? mimeType }] });
  }
}

async function beginningOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, mostBytes)));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function headers(mail: Email): readonly (readonly [name: string, value: string])[] {
  const lines: readonly (readonly [string, string])[] = [
    ['From', people(mail.from === undefined ? [] : [mail.from])],
    ['To', people(mail.to)],
    ['Cc', people(mail.cc)],
    ['Date', mail.date ?? ''],
  ];
  return lines.filter(([, value]) => value !== '');
}

function people(addresses: readonly Address[] | undefined): string {
  return (addresses ?? [])
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name === '' || name === address ? (address ?? '') : `${name} <${address}>`))
    .join(', ');
}
