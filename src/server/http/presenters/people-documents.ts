/** Users and groups in the form of documents, for the page provider of the latest people. */
import type { LatestPerson } from '#server/core/people/latest-people.ts';
import type { JsonObject } from '#wire/json.ts';

export function presentPersonDocument(person: LatestPerson): JsonObject {
  const { id, properties } = person.kind === 'user' ? person.user : person.group;
  const label = person.kind === 'group' ? person.group.label : undefined;
  return {
    'entity-type': 'document',
    repository: null,
    uid: id,
    path: null,
    type: person.kind,
    state: null,
    parentRef: null,
    title: label || id,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [`${person.kind}:${name}`, value]),
    ),
    facets: [],
    schemas: [{ name: person.kind, prefix: person.kind }],
  };
}
