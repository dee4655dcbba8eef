/**
 * A change that waits until the server answers, what becomes of several of them, and how a document looks with them.
 * Pure. Invariant: an edit remembers the values that it replaces, to compare with what others save meanwhile.
 */
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';
import { tagsOf } from '../document-details.ts';
import { sameValue } from '../same-value.ts';

/** What a change is about: the document; the folder, for a new one. */
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

/** Values that somebody else saved meanwhile, and who. */
export interface TheirValues {
  readonly values: JsonObject;
  readonly contributor: string | null;
  readonly modified: string | null;
}

export type WaitingTrouble =
  | { readonly kind: 'conflict'; readonly theirs: TheirValues }
  /** Deleted, or not to be seen any more: the server tells no difference. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface WaitingChange {
  /** Its idempotency key, too. */
  readonly id: string;
  /** Whose it is, and for which server. */
  readonly owner: string;
  /** When it was made, in ms since the epoch: they are sent in this order. */
  readonly at: number;
  readonly about: WaitingAbout;
  readonly work: WaitingWork;
  /** What a person must decide first; null = it is sent as soon as the server answers. */
  readonly trouble: WaitingTrouble | null;
}

export function aboutOf(document: DocumentEntity): WaitingAbout {
  const { uid, title, type, parentRef } = document;
  return { uid: uid ?? '', title, type, parentRef };
}

/** An edit of these values, on top of the document as it is shown. */
export function editOf({ properties }: DocumentEntity, values: JsonObject): WaitingWork {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, properties?.[name] ?? null]));
  return { kind: 'edit', values, before };
}

/**
 * The queue with this change: a further edit of the same document, or of its tags, joins the one that waits; what takes
 * it back leaves nothing.
 */
export function withChange(queue: readonly WaitingChange[], change: WaitingChange): readonly WaitingChange[] {
  const earlier = queue.find(
    ({ about, work, trouble }) =>
      about.uid === change.about.uid && work.kind === change.work.kind && trouble?.kind !== 'gone',
  );
  const joint = earlier === undefined ? undefined : joined(earlier.work, change.work);
  if (earlier === undefined || joint === undefined) return [...queue, change];
  if (isNothing(joint)) return queue.filter((one) => one !== earlier);
  // Judged anew when it is sent: what stood in its way was about other values.
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
    // Given and taken away again cancel each other out.
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

/** How an edit stands to what the server has by now. */
export interface Meeting {
  /** What is still to be sent. */
  readonly left: JsonObject;
  /** Those of them that somebody else changed meanwhile, as they are there. */
  readonly theirs: JsonObject;
}

/** Values that both changed alike need nothing; those that they alone changed stay theirs. */
export function meetingOf(
  { values, before }: Extract<WaitingWork, { readonly kind: 'edit' }>,
  { properties }: DocumentEntity,
): Meeting {
  const there = (name: string): Json => properties?.[name] ?? null;
  const left = Object.entries(values).filter(([name, mine]) => !sameValue(mine, there(name)));
  const met = left.filter(([name]) => !sameValue(before[name], there(name)));
  return {
    left: Object.fromEntries(left),
    theirs: Object.fromEntries(met.map(([name]) => [name, there(name)])),
  };
}

/** The edit after a person has chosen: what stays mine now replaces theirs. Null when nothing of it is left. */
export function settled(change: WaitingChange, keepMine: (name: string) => boolean): WaitingChange | null {
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

/** The document as it will be when its changes are sent. The same object when nothing of it differs. */
export function withWaiting(document: DocumentEntity, queue: readonly WaitingChange[]): DocumentEntity {
  return queue.reduce(
    (shown, { about, work }) => (about.uid === document.uid ? withWork(shown, work) : shown),
    document,
  );
}

/** The document without this change, as it was known before. */
export function withoutWork(document: DocumentEntity, work: WaitingWork): DocumentEntity {
  if (work.kind === 'edit')
    return withWork(document, { kind: 'edit', values: work.before, before: work.values });
  if (work.kind === 'tags') return withWork(document, { kind: 'tags', add: work.remove, remove: work.add });
  return document;
}

/** The document as this work leaves it. The same object when nothing of it differs. */
export function withWork(document: DocumentEntity, work: WaitingWork): DocumentEntity {
  if (work.kind === 'edit') {
    const known = document.properties ?? {};
    // A list carries some properties only; what it does not show needs no change there.
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

/** What a person typed, to be copied elsewhere. */
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

/** Written by ourselves, so a look at the outline is enough to tell it from an older version's. */
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
