/**
 * One session = one caller, one repository, one unit of work: what every rule takes as its first argument.
 * Invariant: rules reach the store only through `session.read` / `await session.write()`, so a call is one
 * transaction and nothing is announced (audit, jobs) unless it committed.
 */
import type { JsonObject } from '#wire/json.ts';
import type { MetadataMapping, PropertyMapping } from '../configuration/mappings.ts';
import type { DirectoryRegistry } from '../directories/registry.ts';
import { type ContainerChange, storeCounts } from '../documents/quota.ts';
import { queueNews } from '../mail/queue-news.ts';
import type { BulkActions } from '../search/bulk-actions.ts';
import type { ProviderRegistry } from '../search/provider-registry.ts';
import type { TypeRegistry } from '../types/registry.ts';
import type { WorkflowModels } from '../workflow/models.ts';
import type { Principals } from './model.ts';
import type { Ports } from './ports.ts';
import type { AuditRecord, Stores, UnitOfWork } from './stores.ts';

/** What is the same for every session of a running server. */
export interface Repository {
  readonly ports: Ports;
  readonly types: TypeRegistry;
  readonly directories: DirectoryRegistry;
  readonly providers: ProviderRegistry;
  readonly workflows: WorkflowModels;
  readonly bulkActions: BulkActions;
  readonly metadataMappings: ReadonlyMap<string, MetadataMapping>;
  readonly propertyMappings: ReadonlyMap<string, PropertyMapping>;
  /** Names of the repositories; the first is the default one. */
  readonly repositoryNames: readonly string[];
  /** Repositories without full-text search. */
  readonly withoutFulltext: ReadonlySet<string>;
  readonly settings: Settings;
}

export interface Settings {
  readonly administratorGroups: readonly string[];
  readonly pathSegmentMaxSize: number;
  readonly maxPageSize: number;
  readonly maxUploadBytes: number;
  readonly accessTokenSeconds: number;
  readonly productVersion: string;
  /** Where people reach the manager (`https://papers.example`), when somebody said so; for links in mails. */
  readonly publicUrl: string | undefined;
  /** Where the interface answers there: `/nuxeo`. */
  readonly basePath: string;
}

export interface AuditNote {
  readonly eventId: string;
  readonly category?: string;
  readonly comment?: string | null;
  readonly extended?: JsonObject;
  readonly document?: {
    readonly id: string;
    readonly path: string | null;
    readonly type: string;
    readonly state: string | null;
  };
}

export class Session {
  readonly repository: Repository;
  readonly repositoryName: string;
  readonly principals: Principals;
  /** The moment all of this call happens at. */
  readonly now: Date;
  /** `source` header: automatic versioning may depend on it. */
  readonly source: string | undefined;
  readonly #work: Work;

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
    this.now = repository.ports.clock.now();
  }

  get username(): string {
    return this.principals.username;
  }

  get types(): TypeRegistry {
    return this.repository.types;
  }

  /** Reads: of the writing transaction once there is one. */
  get read(): Stores {
    return this.#work.unit.stores;
  }

  /** Call before the first read that a change depends on. */
  async write(): Promise<Stores> {
    return this.#work.unit.writer();
  }

  get isWriting(): boolean {
    return this.#work.unit.isWriting;
  }

  /** The same call, done with other rights: for rules that act on the caller's behalf (tags, comments, personal workspaces). */
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
  }

  /** What the call has changed so far of the space that containers take, by their ids. */
  get contentChanges(): Map<string, ContainerChange> {
    return this.#work.contentChanges;
  }

  afterCommit(action: () => void): void {
    this.#work.afterCommit.push(action);
  }

  /** Call before something that cannot be taken back: a call that has reached outside is never done again. */
  reachOutside(): void {
    this.#work.hasReachedOutside = true;
  }

  get hasReachedOutside(): boolean {
    return this.#work.hasReachedOutside;
  }

  /** Results of long work that was done before this call began again (ahead-of-changes.ts). */
  get workedAhead(): Map<string, JsonObject | undefined> {
    return this.#work.workedAhead;
  }

  /** Takes everything back, as if the call had only begun. */
  async restart(): Promise<void> {
    const { unit, notes, contentChanges, afterCommit } = this.#work;
    await unit.rollback();
    notes.length = 0;
    contentChanges.clear();
    afterCommit.length = 0;
    this.#work.unit = this.repository.ports.store.begin();
  }
}

/** What all the sessions of one call share. */
interface Work {
  unit: UnitOfWork;
  readonly notes: AuditRecord[];
  readonly contentChanges: Map<string, ContainerChange>;
  readonly afterCommit: (() => void)[];
  readonly workedAhead: Map<string, JsonObject | undefined>;
  hasReachedOutside: boolean;
}

/** Runs `work` as one transaction: committed when it resolves, rolled back when it throws. */
export async function inSession<T>(
  repository: Repository,
  caller: { principals: Principals; repositoryName?: string; source?: string | undefined },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const all: Work = {
    unit: repository.ports.store.begin(),
    notes: [],
    contentChanges: new Map(),
    afterCommit: [],
    workedAhead: new Map(),
    hasReachedOutside: false,
  };
  const session = new Session(repository, all, {
    ...caller,
    repositoryName: caller.repositoryName ?? repository.repositoryNames[0] ?? 'default',
  });
  try {
    const result = await work(session);
    const announced =
      all.notes.length > 0 ? announce(repository, await all.unit.writer(), all.notes) : undefined;
    await Promise.all([announced, storeCounts(session)]);
    if (all.unit.isWriting) await all.unit.commit();
    else await all.unit.rollback();
    for (const action of all.afterCommit) action();
    return result;
  } catch (error) {
    await all.unit.rollback();
    throw error;
  }
}

async function announce({ ports }: Repository, stores: Stores, notes: readonly AuditRecord[]): Promise<void> {
  await stores.audit.append(notes);
  await queueNews(ports, stores.jobs, notes);
}

/** The repository acting for itself. */
export const systemPrincipals: Principals = {
  username: 'system',
  groups: ['administrators'],
  isAdministrator: true,
  isAnonymous: false,
};
