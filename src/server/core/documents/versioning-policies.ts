/**
 * Automatic versions: the built-in policies and those of the configuration folder.
 * Invariant: of the policies that match a change, the first by order decides; the repository's own documents (system
 * documents, records) get no automatic versions.
 */
import type {
  Increment,
  VersioningPolicy,
  VersioningRestriction,
  VersioningRules,
} from '../configuration/versioning.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { keepingOf } from './records.ts';

export interface Versioning {
  /** Sorted by order. */
  readonly policies: readonly VersioningPolicy[];
  readonly restrictions: readonly VersioningRestriction[];
}

const defaultPolicies: readonly VersioningPolicy[] = [
  { name: 'note-as-wiki', order: 50, increment: 'minor', beforeUpdate: false, types: ['Note'] },
  {
    name: 'collaborative-save',
    order: 100,
    increment: 'minor',
    beforeUpdate: true,
    schemas: ['file'],
    byAnother: true,
  },
];

const defaultOrder = 20;

/** A configured policy with a built-in one's name overrides only the settings that it states. */
export function versioningOf(own: VersioningRules): Versioning {
  const named = new Map<string, VersioningPolicy>();
  for (const policy of [...defaultPolicies, ...own.policies]) {
    const { name } = policy;
    const before = named.get(name) ?? { name, order: defaultOrder, beforeUpdate: false };
    named.set(name, { ...before, ...policy });
  }
  return {
    policies: [...named.values()].sort((one, other) => one.order - other.order),
    restrictions: own.restrictions,
  };
}

/** A new or changed document, as the conditions of policies see it. */
export interface VersionedChange {
  /** Undefined for a new document. */
  readonly previous: DocumentRow | undefined;
  readonly current: DocumentRow;
  /** The increment that a request for a new document asked for. */
  readonly requested?: Increment | undefined;
}

/** Undefined: no version. */
export function automaticIncrement(
  session: Session,
  change: VersionedChange,
  when: 'before' | 'after',
): Increment | undefined {
  if (isWithoutPolicies(session, change)) return undefined;
  const policy = session.repository.versioning.policies.find(
    ({ increment, beforeUpdate, ...conditions }) =>
      increment !== undefined && beforeUpdate === (when === 'before') && fits(session, conditions, change),
  );
  return policy?.increment === 'none' ? undefined : policy?.increment;
}

/** The first version number of a new document. */
export function initialVersion(session: Session, current: DocumentRow): VersioningPolicy['initial'] {
  const change = { previous: undefined, current };
  return session.repository.versioning.policies.find(
    (policy) => policy.initial !== undefined && fits(session, policy, change),
  )?.initial;
}

/** @param wanted the increment that the caller asked for, if any */
export function requireAllowedIncrement(
  session: Session,
  row: DocumentRow,
  wanted: Exclude<Increment, 'none'> | undefined,
): void {
  const allowed = allowedIncrements(session, row);
  const shape = `type=${row.type}/lifeCycleState=${row.state ?? 'null'}`;
  if (wanted !== undefined && !allowed.includes(wanted))
    throw errors.badRequest(
      `Versioning option=${wanted.toUpperCase()} is not allowed by the configuration for ${shape}`,
    );
  if (wanted === undefined && allowed.length > 0 && !allowed.includes('none'))
    throw errors.badRequest(
      `Versioning configuration restricts documents with ${shape} must be versioned for each updates.`,
    );
}

function allowedIncrements({ repository, types }: Session, row: DocumentRow): readonly Increment[] {
  if (!types.hasFacet(row, 'Versionable')) return ['none'];
  const { restrictions } = repository.versioning;
  for (const type of [row.type, '*'])
    for (const state of [row.state, '*']) {
      const found = restrictions.find((one) => one.type === type && one.state === state);
      if (found) return found.increments;
    }
  return ['none', 'minor', 'major'];
}

/** Workspaces have the `file` schema, which a policy may test for, but they are folders. */
function isWithoutPolicies(session: Session, { current }: VersionedChange): boolean {
  return (
    !session.types.hasFacet(current, 'Versionable') ||
    session.types.hasFacet(current, 'SystemDocument') ||
    current.type === 'Workspace' ||
    keepingOf(current, session).isRecord
  );
}

function fits(
  session: Session,
  policy: Omit<VersioningPolicy, 'increment' | 'beforeUpdate'>,
  change: VersionedChange,
): boolean {
  const { previous, current, requested = 'none' } = change;
  const { types, facets, schemas, states, sources, requested: requestedSource, changed } = policy;
  const isOneOf = (values: readonly string[] | undefined, value: string | null | undefined): boolean =>
    values === undefined || (typeof value === 'string' && values.includes(value));
  const differs = (name: string): boolean =>
    previous !== undefined &&
    JSON.stringify(previous.properties[name] ?? null) !== JSON.stringify(current.properties[name] ?? null);
  return (
    isOneOf(types, current.type) &&
    isOneOf(states, current.state) &&
    isOneOf(sources, session.source) &&
    (requestedSource === undefined || (previous === undefined && requestedSource.includes(requested))) &&
    (facets === undefined || facets.some((facet) => session.types.hasFacet(current, facet))) &&
    (schemas === undefined ||
      session.types.schemasOf(current).some((schema) => schemas.includes(schema.name))) &&
    (changed === undefined || changed.some(differs)) &&
    (policy.byAnother !== true || isByAnother(session, change)) &&
    (policy.afterSeconds === undefined || isAfter(change, policy.afterSeconds))
  );
}

/** The document was last changed by another person; changes by the system do not count. */
function isByAnother({ username }: Session, { previous, current }: VersionedChange): boolean {
  const name = 'dc:lastContributor';
  const last = previous?.properties[name];
  return typeof last === 'string' && last !== current.properties[name] && username !== 'system';
}

function isAfter({ previous, current }: VersionedChange, seconds: number): boolean {
  const timeOf = (row: DocumentRow | undefined): number =>
    Date.parse(String(row?.properties['dc:modified'] ?? ''));
  return timeOf(current) - timeOf(previous) >= seconds * 1000;
}
