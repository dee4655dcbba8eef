/** Enrichers for a document's appearance: thumbnail, preview, renditions, its page in the manager. */

import { renditionsOf } from '#server/core/files/renditions.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Call } from '../application.ts';
import { changeToken } from '../presenters/change-token.ts';
import type { DocumentEnricher } from './enricher.ts';

function documentUrl({ baseUrl }: Call, document: DocumentRow): string {
  return `${baseUrl}/api/v1/repo/${encodeURIComponent(document.repository)}/id/${document.id}`;
}

export const appearance: readonly DocumentEnricher[] = [
  {
    name: 'thumbnail',
    value: async (call, document) => ({
      url: `${documentUrl(call, document)}/@rendition/thumbnail?changeToken=${changeToken(document)}&sync=true`,
    }),
  },
  {
    name: 'preview',
    value: async (call, document) => ({
      url: `${documentUrl(call, document)}/@preview/?changeToken=${changeToken(document)}`,
    }),
  },
  {
    name: 'renditions',
    value: async (call, document) =>
      renditionsOf(call.session, document).map(({ name, kind, icon }) => ({
        name,
        kind,
        icon: `${call.baseUrl}/icons/${icon}`,
        url: `${documentUrl(call, document)}/@rendition/${encodeURIComponent(name)}`,
      })),
  },
  {
    name: 'documentURL',
    value: async ({ application, url }, document) =>
      `${application.settings.publicUrl ?? url.origin}/doc/${document.id}`,
  },
];
