/** A document as XML. Invariant: every text is escaped; blobs are named, never contained. */

import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { effectiveAcls } from '../access/access.ts';
import { isBlobValue } from '../kernel/blob-value.ts';
import type { Acl, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { FieldDefinition, SchemaDefinition } from '../types/definitions.ts';

export async function exportXml(session: Session, document: DocumentRow): Promise<string> {
  const { types } = session;
  const acls = await effectiveAcls(session, document);
  return [
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
    ...types.schemasOf(document).flatMap((schema) => schemaLines(schema, document)),
    '</document>',
    '',
  ].join('\n');
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

function schemaLines(schema: SchemaDefinition, document: DocumentRow): readonly string[] {
  const prefix = schema.prefix || schema.name;
  return [
    `  <schema name="${escapeXml(schema.name)}" xmlns:${prefix}="http://www.nuxeo.org/ecm/schemas/${schema.name}/">`,
    ...schema.fields.map((field) => {
      const name = `${prefix}:${field.name}`;
      return `    <${name}>${valueXml(field, document.properties[name] ?? null)}</${name}>`;
    }),
    '  </schema>',
  ];
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

/** Characters that XML 1.0 cannot hold are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
