// @ts-check
/// <reference path="../../public/extension.d.ts" />
// A column that says how long a document is kept, and an action that keeps it a year longer. Its line in config.json:
//   { "file": "extensions/retention.js", "calls": ["PUT /id/*"] }

const years = 10;

/**
 * When a document expires: as somebody said, else ten years after it was made.
 * @param {import('../../public/extension.d.ts').ExtensionDocument} document
 */
function endOf({ properties }) {
  const { 'dc:expired': expired, 'dc:created': created } = properties;
  const end = new Date(typeof expired === 'string' ? expired : String(created));
  if (typeof expired !== 'string') end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}

const properties = ['dc:expired', 'dc:created'];

muniment.define({
  protocol: 1,
  name: { en: 'Retention', fr: 'Conservation', de: 'Aufbewahrung' },
  columns: [
    {
      key: 'until',
      title: { en: 'Keep until', fr: 'Conserver jusqu’au', de: 'Aufbewahren bis' },
      properties,
      sortable: true,
      texts: (documents) => {
        const format = new Intl.DateTimeFormat(muniment.look.language, {
          dateStyle: 'medium',
          timeZone: 'UTC',
        });
        return documents.map((document) => {
          const end = endOf(document);
          return Number.isNaN(end.getTime()) ? '' : format.format(end);
        });
      },
    },
  ],
  actions: [
    {
      key: 'extend',
      label: { en: 'Keep a year longer', fr: 'Conserver un an de plus', de: 'Ein Jahr länger aufbewahren' },
      icon: 'calendar',
      applies: { most: 100, types: ['File', 'Note', 'Picture'] },
      permissions: ['Write'],
      properties,
      run: async (documents) => {
        for (const document of documents) {
          const end = endOf(document);
          end.setUTCFullYear(end.getUTCFullYear() + 1);
          await muniment.call('PUT', `/id/${document.uid}`, {
            'entity-type': 'document',
            uid: document.uid,
            properties: { 'dc:expired': end.toISOString() },
          });
        }
        return {
          message: {
            en: 'Kept a year longer',
            fr: 'Conservé un an de plus',
            de: 'Ein Jahr länger aufbewahrt',
          },
          changed: documents.map(({ uid }) => uid),
        };
      },
    },
  ],
});
