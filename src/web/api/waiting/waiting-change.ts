/**
 * A change that waits until the server answers, how several of them combine, and how a document looks with them. Pure. Invariant:
 * an edit remembers the values that it replaces, to compare with what others save meanwhile.
 */
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';
import { tagsOf } from '../document-details.ts';
import { sameValue } from '../same-value.ts';

/** What a change is about: the document, or the folder for a new document. */
export interface WaitingAbout {
  readonly uid: string;
  readonly title: string;
  readonly type: string;
  readonly parentRef: string | null;
}

export type WaitingWork =
  | { readonly kind: 'edit'; readonly values: JsonObject; readonly before: JsonObject }
  | { readonly kind: 'tags'; readonly add: readonly string[]; readonly remove: readonly string[] }
  /** `parentId` is the document, or the comment that is replied to. */
  | { readonly kind: 'comment'; readonly parentId: string; readonly text: string }
  | {
      readonly kind: 'new';
      readonly type: string;
      readonly name: string;
      readonly properties: JsonObject;
    };

/** Values that somebody else saved meanwhile, and who did. */
export interface TheirValues {
  readonly values: JsonObject;
  readonly contributor: string | null;
  readonly modified: string | null;
}

export type WaitingTrouble =
  | { readonly kind: 'conflict'; readonly theirs: TheirValues }
  /** Deleted, or no longer readable: the server does not tell which. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface WaitingChange {
  /** Also its idempotency key. */
  readonly id: string;
  /** The person, and the server. */
  readonly owner: string;
  /** When it was made, in ms since the epoch: changes are sent in this order. */
  readonly at: number;
  readonly about: WaitingAbout;
  readonly work: WaitingWork;
  /** A problem that the person must decide about; null = it is sent as soon as the server answers. */
  readonly trouble: WaitingTrouble | null;
}

export function aboutOf(document: DocumentEntity): WaitingAbout {
  const { uid, title, type, parentRef } = document;
  return { uid: uid ?? '', title, type, parentRef };
}

/** An edit of these values, made on the document as it is shown. */
export function editOf({ properties }: DocumentEntity, values: JsonObject): WaitingWork {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, properties?.[name] ?? null]));
  return { kind: 'edit', values, before };
}

/**
 * The queue with this change: a further edit of the same document, or of its tags, is merged with the waiting one; if the two
 * cancel out, both are dropped.
 */
export function withChange(queue: readonly WaitingChange[], change: WaitingChange): readonly WaitingChange[] {
  const earlier = queue.find(
    ({ about, work, trouble }) =>
      about.uid === change.about.uid && work.kind === change.work.kind && trouble?.kind !== 'gone',
  );
  const joint = earlier === undefined ? undefined : joined(earlier.work, change.work);
  if (earlier === undefined || joint === undefined) return [...queue, change];
  if (isNothing(joint)) return queue.filter((one) => one !== earlier);
  // Checked again when it is sent: the earlier problem was about other values.
  const next: WaitingChange = { ...change, at: earlier.at, work: joint, trouble: null };
  return queue.map((one) => (one === earlier ? next : one));
}

function joined(earlier: WaitingWork, later: WaitingWork): WaitingWork | undefined {
  if (earlier.kind === 'edit' && later.kind === 'edit') {
    const before = { ...later.before, ...earlier.before };
    const all = Object.entries({ ...earlier.values, ...later.values });
    const changed = all.filter(([name, value]) => !sameValue(value, before[name]));
    const previous = Object.fromEntries(changed.map(([name]) => [name, before[name] ?? null]));
    return { kind: 'edit', values: Object.fromEntries(changed), before: previous };
  }
  if (earlier.kind === 'tags' && later.kind === 'tags') {
    // A tag that is added and removed again cancels out.
    const add = [...earlier.add, ...later.add.filter((tag) => !earlier.remove.includes(tag))];
    const remove = [...earlier.remove, ...later.remove.filter((tag) => !earlier.add.includes(tag))];
    return {
      kind: 'tags',
      add: [...new Set(add)].filter((tag) => !later.remove.includes(tag)),
      remove: [...new Set(remove)].filter((tag) => !later.add.includes(tag)),
    };
  }
  return undefined;
}

function isNothing(work: WaitingWork): boolean {
  if (work.kind === 'edit') return Object.keys(work.values).length === 0;
  return work.kind === 'tags' && work.add.length + work.remove.length === 0;
}

/** An edit compared with what the server has by now. */
export interface MergedEdit {
  /** The values still to be sent. */
  readonly toSend: JsonObject;
  /** Those of them that somebody else changed meanwhile, with the other values. */
  readonly theirs: JsonObject;
}

/** Values that both changed alike need nothing; those that only the others changed stay as they are. */
export function mergeEdit(
  { values, before }: Extract<WaitingWork, { readonly kind: 'edit' }>,
  { properties }: DocumentEntity,
): MergedEdit {
  const there = (name: string): Json => properties?.[name] ?? null;
  const toSend = Object.entries(values).filter(([name, mine]) => !sameValue(mine, there(name)));
  const met = toSend.filter(([name]) => !sameValue(before[name], there(name)));
  return {
    toSend: Object.fromEntries(toSend),
    theirs: Object.fromEntries(met.map(([name]) => [name, there(name)])),
  };
}

/** The edit after the person's decision: the values kept now replace the others'. Null if nothing of it is left. */
export function resolveConflict(
  change: WaitingChange,
  keepMine: (name: string) => boolean,
): WaitingChange | null {
  const { work, trouble } = change;
  if (work.kind !== 'edit' || trouble?.kind !== 'conflict') return change;
  const theirs = trouble.theirs.values;
  const written = Object.entries(work.values).filter(([name]) => !(name in theirs) || keepMine(name));
  if (written.length === 0) return null;
  const before = written.map(([name]) => [name, (name in theirs ? theirs[name] : work.before[name]) ?? null]);
  return {
    ...change,
    work: { kind: 'edit', values: Object.fromEntries(written), before: Object.fromEntries(before) },
    trouble: null,
  };
}

/** The document as it will be when its changes are sent; the same object if nothing differs. */
export function withWaiting(document: DocumentEntity, queue: readonly WaitingChange[]): DocumentEntity {
  return queue.reduce(
    (shown, { about, work }) => (about.uid === document.uid ? withWork(shown, work) : shown),
    document,
  );
}

/** The document without this change, as it was before. */
export function withoutWork(document: DocumentEntity, work: WaitingWork): DocumentEntity {
  if (work.kind === 'edit')
    return withWork(document, { kind: 'edit', values: work.before, before: work.values });
  if (work.kind === 'tags') return withWork(document, { kind: 'tags', add: work.remove, remove: work.add });
  return document;
}

/** The document with this change; the same object if nothing differs. */
export function withWork(document: DocumentEntity, work: WaitingWork): DocumentEntity {
  if (work.kind === 'edit') {
    const known = document.properties ?? {};
    // Lists have only some properties; others need no change there.
    const names = Object.keys(work.values).filter(
      (name) => name in known && !sameValue(known[name], work.values[name]),
    );
    if (names.length === 0) return document;
    const properties = Object.fromEntries(names.map((name) => [name, work.values[name] ?? null]));
    const title = properties['dc:title'];
    return {
      ...document,
      ...(isString(title) ? { title } : {}),
      properties: { ...known, ...properties },
    };
  }
  if (work.kind === 'tags' && document.contextParameters?.tags !== undefined) {
    const shown = tagsOf(document);
    const tags = [...new Set([...shown, ...work.add])].filter((tag) => !work.remove.includes(tag));
    if (sameValue([...tags], [...shown])) return document;
    return { ...document, contextParameters: { ...document.contextParameters, tags } };
  }
  return document;
}

/** The text that the person typed, for copying it elsewhere. */
export function textOf(work: WaitingWork): string {
  switch (work.kind) {
    case 'comment':
      return work.text;
    case 'tags':
      return work.add.join(', ');
    case 'edit':
      return plainText(work.values);
    case 'new':
      return plainText(work.properties);
  }
}

function plainText(values: JsonObject): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${isString(value) ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** This app has written it, so checking its outline is enough to tell it from an older version's. */
export function isWaitingChange(value: unknown): value is WaitingChange {
  return (
    isJsonObject(value) &&
    isString(value.id) &&
    isString(value.owner) &&
    typeof value.at === 'number' &&
    isJsonObject(value.about) &&
    isJsonObject(value.work) &&
    isString(value.work.kind) &&
    (value.trouble === null || isJsonObject(value.trouble))
  );
}
