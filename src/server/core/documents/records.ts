/**
 * Records: documents that must be kept until a date, or while a legal hold is on them.
 * Invariants, for all callers including administrators: a record under retention or hold cannot be removed or trashed,
 * alone or with a folder around it, nor moved by itself, nor can its content be changed. A retention can only be made
 * longer.
 */
import { requirePermission } from '../access/access.ts';
import type { Clock } from '../access/entries.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { TypeRegistry } from '../types/registry.ts';
import { changeRow } from './change-row.ts';
import { mergeProperties } from './properties.ts';
import { holdPlaces } from './tree-locks.ts';

const facet = 'Record';
const names = {
  record: 'keep:isRecord',
  until: 'keep:retainUntil',
  hold: 'keep:hasLegalHold',
  reason: 'keep:holdReason',
} as const;

/** Properties that must not change under retention: files, the text of a note, and those named in the configuration. */
export function retainedProperties(
  types: TypeRegistry,
  shape: Pick<DocumentRow, 'type' | 'facets'>,
): readonly string[] {
  return types
    .schemasOf(shape)
    .flatMap(({ prefix, fields }) =>
      fields.filter(({ retained }) => retained).map(({ name }) => `${prefix}:${name}`),
    );
}

export interface Keeping {
  readonly isRecord: boolean;
  readonly retainUntil: string | null;
  readonly hasLegalHold: boolean;
  readonly isRetained: boolean;
}

export function keepingOf({ properties }: Pick<DocumentRow, 'properties'>, clock: Clock): Keeping {
  const until = properties[names.until];
  const retainUntil = typeof until === 'string' ? until : null;
  const hasLegalHold = properties[names.hold] === true;
  return {
    isRecord: properties[names.record] === true,
    retainUntil,
    hasLegalHold,
    isRetained: hasLegalHold || (retainUntil !== null && Date.parse(retainUntil) > clock.now.getTime()),
  };
}

/** False for a proxy, whose target is kept by itself; a version is kept as long as its document. */
export function isRetained(session: Session, row: DocumentRow): boolean {
  return row.proxyTargetId === null && keepingOf(row, session).isRetained;
}

/**
 * Call it before a restore to a version, or before publishing: the interface refuses both for every record, also one that
 * is under no retention.
 * @throws 409
 */
export function requireNoRecord(session: Session, document: DocumentRow, refusal: string): void {
  const isLive = !document.isVersion && document.proxyTargetId === null;
  if (isLive && keepingOf(document, session).isRecord)
    throw new RepositoryError('conflict', `Document ${document.id} is a record: ${refusal}`);
}

/** @throws 409 when any of them is under retention or hold */
export function requireNoneRetained(
  session: Session,
  rows: Iterable<DocumentRow>,
  done: 'removed' | 'trashed' | 'moved',
): void {
  for (const row of rows) {
    if (isRetained(session, row)) {
      throw new RepositoryError(
        'conflict',
        `Document ${row.id} is under retention or legal hold: it cannot be ${done}`,
      );
    }
  }
}

/** @throws 409 for a change of a kept record's content, or for removing facets whose properties are content */
export function requireNotRetained(
  session: Session,
  before: DocumentRow,
  changes: Properties,
  facets = before.facets,
): void {
  if (before.isVersion || !isRetained(session, before)) return;
  const left = retainedProperties(session.types, { type: before.type, facets });
  const name = retainedProperties(session.types, before).find(
    (one) => Object.hasOwn(changes, one) || !left.includes(one),
  );
  if (name === undefined) return;
  throw new RepositoryError(
    'conflict',
    `Document ${before.id} is under retention or legal hold: ${name} cannot be changed`,
  );
}

/** Copies and renditions of a record are not records themselves. */
export function withoutKeeping(
  properties: Properties,
  facets: readonly string[],
): { readonly properties: Properties; readonly facets: readonly string[] } {
  const own = new Set<string>(Object.values(names));
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !own.has(name))),
    facets: facets.filter((name) => name !== facet),
  };
}

/** Cannot be undone. */
export async function makeRecord(session: Session, document: DocumentRow): Promise<DocumentRow> {
  await requirePermission(session, document, 'MakeRecord');
  requireLive(document);
  return change(session, document, 'afterMakeRecord', null, () => ({ [names.record]: true }));
}

/** @param until not earlier than the present retention */
export async function retainUntil(
  session: Session,
  document: DocumentRow,
  until: Date,
): Promise<DocumentRow> {
  await requirePermission(session, document, 'SetRetention');
  const text = until.toISOString();
  return change(session, document, 'afterSetRetention', text, (current) => {
    requireRecord(session, current);
    const { retainUntil: before } = keepingOf(current, session);
    if (before !== null && until.getTime() < Date.parse(before)) {
      throw errors.badRequest(`A retention cannot become shorter: ${current.id} is kept until ${before}`);
    }
    return { [names.until]: text };
  });
}

export async function setLegalHold(
  session: Session,
  document: DocumentRow,
  isHeld: boolean,
  reason: string | null,
): Promise<DocumentRow> {
  await requirePermission(session, document, 'ManageLegalHold');
  const eventId = isHeld ? 'afterSetLegalHold' : 'afterRemoveLegalHold';
  return change(session, document, eventId, reason, (current) => {
    requireRecord(session, current);
    return { [names.hold]: isHeld ? true : null, [names.reason]: reason };
  });
}

function requireLive(document: DocumentRow): void {
  if (document.isVersion || document.proxyTargetId !== null) {
    throw errors.badRequest(`Only a live document can be a record: ${document.id}`);
  }
}

function requireRecord(session: Session, document: DocumentRow): void {
  requireLive(document);
  if (!keepingOf(document, session).isRecord) throw errors.badRequest(`${document.id} is no record`);
}

async function change(
  session: Session,
  document: DocumentRow,
  eventId: string,
  comment: string | null,
  values: (current: DocumentRow) => Properties,
): Promise<DocumentRow> {
  // A concurrent removal or trashing above has either looked for records before this, or waits and then finds this one.
  await holdPlaces(session, document);
  const changed = await changeRow(session, document.id, (current) => ({
    properties: mergeProperties(current.properties, values(current)),
    facets: current.facets.includes(facet) ? current.facets : [...current.facets, facet],
  }));
  if (!changed) throw errors.documentNotFound(document.id);
  session.audit({ eventId, document: changed, comment });
  return changed;
}
