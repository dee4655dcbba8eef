/**
 * One session = one caller, one repository, one unit of work: what every rule takes as its first argument.
 * Invariant: rules reach the store only through `session.read` / `await session.write()`, so a call is one
 * transaction and nothing is announced (audit, jobs) unless it committed.
 */
import type { JsonObject } from '#wire/json.ts';
import type { AuditRecord } from './audit-store.ts';
import { Budget } from './budget.ts';
import type { Change, Standing } from './changes.ts';
import { isTransient, RepositoryError } from './errors.ts';
import type { Principals } from './model.ts';
import type { Repository } from './repository.ts';
import type { Stores, UnitOfWork } from './stores.ts';

export interface AuditNote {
  readonly eventId: string;
  readonly category?: string;
  readonly comment?: string | null;
  readonly extended?: JsonObject;
  /** The call only read something: it is answered even when this note cannot be stored. */
  readonly isOfReading?: boolean;
  readonly document?: {
    readonly id: string;
    readonly path: string | null;
    readonly type: string;
    readonly state: string | null;
    readonly readAclId?: number;
  };
  /** The document's path and read ACL before the change. */
  readonly left?: Standing;
}

/** Events that change the documents below the document too. */
const deepEvents = new Set([
  'documentMoved',
  'documentRemoved',
  'documentSecurityUpdated',
  'documentTrashed',
  'documentUntrashed',
]);

export class Session {
  readonly repository: Repository;
  readonly repositoryName: string;
  readonly principals: Principals;
  /** `source` header: automatic versioning may depend on it. */
  readonly source: string | undefined;
  readonly #work: Work;
  readonly #now: Date;

  constructor(
    repository: Repository,
    work: Work,
    caller: { principals: Principals; repositoryName: string; source?: string | undefined },
  ) {
    this.repository = repository;
    this.#work = work;
    this.principals = caller.principals;
    this.repositoryName = caller.repositoryName;
    this.source = caller.source;
    this.#now = repository.ports.clock.now();
  }

  get username(): string {
    return this.principals.username;
  }

  /** The time of the call, the same in all of it. */
  get now(): Date {
    this.#work.isRepeatable = false;
    return this.#now;
  }

  /** Call it when the answer depends on anything but the request and the store: it must not be reused for another request. */
  answersOnce(): void {
    this.#work.isRepeatable = false;
  }

  /** Whether the same request would get the same answer until something is committed, and has no other effect. */
  get isRepeatable(): boolean {
    const { isRepeatable, unit, notes, afterCommit, hasReachedOutside } = this.#work;
    return (
      isRepeatable && !unit.isWriting && notes.length === 0 && afterCommit.length === 0 && !hasReachedOutside
    );
  }

  /** The limits of this call, and what it has used of them. */
  get budget(): Budget {
    return this.#work.budget;
  }

  get types(): Repository['types'] {
    return this.repository.types;
  }

  /** Reads from the writing transaction once there is one. */
  get read(): Stores {
    return this.#work.unit.stores;
  }

  /** Call before the first read that a change depends on. */
  async write(): Promise<Stores> {
    this.#work.isOnlyReading = false;
    return this.#work.unit.writer();
  }

  get isWriting(): boolean {
    return this.#work.unit.isWriting;
  }

  /** The same call with other rights: for rules that act on the caller's behalf (tags, comments, personal workspaces). */
  as(principals: Principals): Session {
    return new Session(this.repository, this.#work, {
      principals,
      repositoryName: this.repositoryName,
      source: this.source,
    });
  }

  in(repositoryName: string): Session {
    return new Session(this.repository, this.#work, {
      principals: this.principals,
      repositoryName,
      source: this.source,
    });
  }

  /** Recorded when the call commits. */
  audit(note: AuditNote): void {
    if (!note.isOfReading) this.#work.isOnlyReading = false;
    this.#work.notes.push({
      eventId: note.eventId,
      category: note.category ?? 'eventDocumentCategory',
      principalName: this.username,
      eventDate: this.now.toISOString(),
      repositoryId: note.document ? this.repositoryName : null,
      docUUID: note.document?.id ?? null,
      docPath: note.document?.path ?? null,
      docType: note.document?.type ?? null,
      docLifeCycle: note.document?.state ?? null,
      comment: note.comment ?? null,
      extended: note.extended ?? {},
    });
    if (note.document && !note.isOfReading) {
      const { eventId, left } = note;
      this.announce(note.document, { isDeep: deepEvents.has(eventId), left });
    }
  }

  /** Tells open event streams, when the call commits. Audited changes are announced without this. */
  announce(
    { id, path, readAclId }: NonNullable<AuditNote['document']>,
    { isDeep = false, isDerived = false, left }: Partial<Pick<Change, 'isDeep' | 'isDerived' | 'left'>> = {},
  ): void {
    this.#work.changes.push({
      repository: this.repositoryName,
      id,
      path,
      readAclId,
      isDeep,
      ...(isDerived ? { isDerived } : {}),
      ...(left ? { left: { path: left.path, readAclId: left.readAclId } } : {}),
    });
  }

  /** Identifies this attempt of the call: a key for a WeakMap in which a feature gathers data until the commit. */
  get attempt(): object {
    return this.#work.attempt;
  }

  afterCommit(action: () => void): void {
    this.#work.afterCommit.push(action);
  }

  /** Call it before an effect that cannot be undone: the call is not tried again after it. */
  async reachOutside(): Promise<void> {
    await this.#work.unit.hold();
    this.#work.hasReachedOutside = true;
  }

  get hasReachedOutside(): boolean {
    return this.#work.hasReachedOutside;
  }

  /** Results of long work that was done before this call was started again (ahead-of-changes.ts). */
  get workedAhead(): Map<string, JsonObject | undefined> {
    return this.#work.workedAhead;
  }

  /** Rolls everything back, so that the call can run again from its start. */
  async restart(): Promise<void> {
    const { unit, notes, changes, afterCommit } = this.#work;
    await unit.rollback();
    notes.length = 0;
    changes.length = 0;
    afterCommit.length = 0;
    this.#work.attempt = {};
    this.#work.isOnlyReading = true;
    this.#work.unit = this.repository.ports.store.begin();
  }
}

/** @param notes the audit records of the call so far */
export type BeforeCommit = (session: Session, notes: readonly AuditRecord[]) => Promise<void>;

/** State shared by all the sessions of one call. */
interface Work {
  unit: UnitOfWork;
  readonly budget: Budget;
  readonly notes: AuditRecord[];
  readonly changes: Change[];
  attempt: object;
  readonly afterCommit: (() => void)[];
  readonly workedAhead: Map<string, JsonObject | undefined>;
  hasReachedOutside: boolean;
  /** Only the request and the store have been looked at. */
  isRepeatable: boolean;
  /** The call has nothing that must be stored. */
  isOnlyReading: boolean;
}

export interface Caller {
  readonly principals: Principals;
  readonly repositoryName?: string | undefined;
  readonly source?: string | undefined;
  /** The budget of a job when absent. */
  readonly budget?: Budget | undefined;
  /** The call probably writes. */
  readonly mayWrite?: boolean;
}

/**
 * Runs `work` as one transaction: committed when it resolves, rolled back when it throws. After a conflict with another
 * transaction (a deadlock) it runs again from its start, unless it has reached outside.
 */
export async function inSession<T>(
  repository: Repository,
  caller: Caller,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const all: Work = {
    unit: repository.ports.store.begin({ mayWrite: caller.mayWrite ?? false }),
    budget: caller.budget ?? new Budget(repository.settings.limits.job),
    notes: [],
    changes: [],
    attempt: {},
    afterCommit: [],
    workedAhead: new Map(),
    hasReachedOutside: false,
    isRepeatable: true,
    isOnlyReading: true,
  };
  const session = new Session(repository, all, {
    principals: caller.principals,
    source: caller.source,
    repositoryName: caller.repositoryName ?? repository.repositoryNames[0] ?? 'default',
  });
  const result = await committed(session, all, work);
  for (const action of all.afterCommit) action();
  repository.changes.publish(all.changes);
  return result;
}

/** Attempts of a call that conflicts with others: some hundred milliseconds in all. */
const mostAttempts = 7;

async function committed<T>(session: Session, all: Work, work: (session: Session) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await work(session);
      await commit(session, all);
      return result;
    } catch (error) {
      await all.unit.rollback();
      if (!isTransient(error) || all.hasReachedOutside || attempt === mostAttempts) throw error;
      await pause(Math.random() * 5 * 2 ** attempt);
      await session.restart();
    }
  }
}

/** A call that only read is answered even when its audit notes cannot be stored. */
async function commit(session: Session, all: Work): Promise<void> {
  const { isOnlyReading } = all;
  if (!all.unit.isWriting && all.notes.length === 0) return all.unit.rollback();
  try {
    await prepareCommit(session, all);
    if (all.unit.isWriting) await all.unit.commit();
    else await all.unit.rollback();
  } catch (error) {
    if (!isOnlyReading || !(error instanceof RepositoryError && error.code === 'unavailable')) throw error;
    session.repository.ports.log.error('A read could not be recorded in the audit', {
      reason: error.message,
    });
    await all.unit.rollback();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** In parallel, so that all statements travel to the database together. */
async function prepareCommit(session: Session, { unit, notes }: Work): Promise<void> {
  const audited = notes.length > 0 ? (await unit.writer()).audit.append(notes) : undefined;
  await Promise.all([audited, ...session.repository.beforeCommit.map((prepare) => prepare(session, notes))]);
}

/** The repository itself as the caller. */
export const systemPrincipals: Principals = {
  username: 'system',
  groups: ['administrators'],
  isAdministrator: true,
  isAnonymous: false,
};
