/** Keeps the properties that say who changed a document, and when. */
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

/** Adds contributor and date to the changes; unchanged for types without Dublin Core properties. */
export function stamped(session: Session, before: DocumentRow, changes: Properties): Properties {
  if (!session.types.schemasOf(before).some((schema) => schema.name === 'dublincore')) return changes;
  const given = changes['dc:contributors'] ?? before.properties['dc:contributors'];
  const contributors = Array.isArray(given) ? given : [];
  return {
    ...changes,
    'dc:modified': session.now.toISOString(),
    'dc:lastContributor': session.username,
    'dc:contributors': contributors.includes(session.username)
      ? contributors
      : [...contributors, session.username],
  };
}
