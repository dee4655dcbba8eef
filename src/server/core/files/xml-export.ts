/**
 * A document as XML, in pieces, so that other calls are served in between.
 * Invariant: every text is escaped; blobs are named, not included.
 */

import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { effectiveAcls } from '../access/access.ts';
import { isBlobValue } from '../kernel/blob-value.ts';
import type { Acl, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { pauseWhenLong } from '../kernel/turns.ts';
import type { FieldDefinition, SchemaDefinition } from '../types/definitions.ts';
import { withThumbnail } from './thumbnail-property.ts';

/** Encoded at a time: a few milliseconds' work. */
const pieceCharacters = 50_000;

export async function* exportXml(
  session: Session,
  stored: DocumentRow,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const document = await withThumbnail(session, stored);
  const encoder = new TextEncoder();
  let gathered = '';
  for (const part of parts(session, document, await effectiveAcls(session, document))) {
    gathered += part;
    if (gathered.length < pieceCharacters) continue;
    await pauseWhenLong();
    yield encoder.encode(gathered);
    gathered = '';
  }
  yield encoder.encode(gathered);
}

function* parts({ types }: Session, document: DocumentRow, acls: readonly Acl[]): Generator<string, void> {
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<document repository="${escapeXml(document.repository)}" id="${escapeXml(document.id)}">`,
    '  <system>',
    `    <type>${escapeXml(document.type)}</type>`,
    `    <path>${escapeXml((document.path ?? document.name).replace(/^\//, ''))}</path>`,
    `    <lifecycle-state>${escapeXml(document.state ?? '')}</lifecycle-state>`,
    `    <lifecycle-policy>${escapeXml(types.type(document.type)?.lifecycle.name ?? '')}</lifecycle-policy>`,
    ...types.facetsOf(document).map((facet) => `    <facet>${escapeXml(facet)}</facet>`),
    '    <access-control>',
    ...acls.flatMap(aclLines),
    '    </access-control>',
    '  </system>',
    '',
  ];
  yield head.join('\n');
  for (const schema of types.schemasOf(document)) yield* schemaParts(schema, document);
  yield '</document>\n';
}

function aclLines(acl: Acl): readonly string[] {
  return [
    `      <acl name="${escapeXml(acl.name)}">`,
    ...acl.aces.map(
      (ace) =>
        `        <entry principal="${escapeXml(ace.username)}" permission="${escapeXml(ace.permission)}" grant="${ace.granted}"/>`,
    ),
    '      </acl>',
  ];
}

function* schemaParts(schema: SchemaDefinition, document: DocumentRow): Generator<string, void> {
  const prefix = schema.prefix || schema.name;
  yield `  <schema name="${escapeXml(schema.name)}" xmlns:${prefix}="http://www.nuxeo.org/ecm/schemas/${schema.name}/">\n`;
  for (const field of schema.fields) {
    const name = `${prefix}:${field.name}`;
    const value = document.properties[name] ?? null;
    yield `    <${name}>`;
    if (typeof value === 'string') yield* escapedParts(value);
    else yield valueXml(field, value);
    yield `</${name}>\n`;
  }
  yield '  </schema>\n';
}

function* escapedParts(text: string): Generator<string, void> {
  for (let start = 0; start < text.length; ) {
    let end = start + pieceCharacters;
    // Do not split a surrogate pair.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
    yield escapeXml(text.slice(start, end));
    start = end;
  }
}

function valueXml(field: FieldDefinition, value: Json): string {
  if (Array.isArray(value)) {
    return value.map((item) => `<item>${valueXml({ ...field, list: false }, item)}</item>`).join('');
  }
  if (isBlobValue(value)) {
    return `<encoding>${escapeXml(value.encoding ?? '')}</encoding><mime-type>${escapeXml(value['mime-type'] ?? '')}</mime-type><filename>${escapeXml(value.name ?? '')}</filename><digest>${escapeXml(value.digest)}</digest>`;
  }
  if (isJsonObject(value)) {
    return (field.fields ?? [])
      .map((part) => `<${part.name}>${valueXml(part, value[part.name] ?? null)}</${part.name}>`)
      .join('');
  }
  return value === null ? '' : escapeXml(String(value));
}

/** Leaves out characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
