/** Checks that a message from another tab has the shape of a line as this release knows it. Pure. */
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import type { Shortage } from './room.ts';
import { noPhases } from './summary.ts';
import {
  type Decision,
  type Details,
  decisions,
  type Phase,
  type ProblemKind,
  purposes,
  type SameDecision,
  sameDecisions,
  type UploadItem,
} from './upload-item.ts';

const problemKinds: Readonly<Record<ProblemKind, true>> = {
  connection: true,
  busy: true,
  'signed-out': true,
  forbidden: true,
  quota: true,
  'too-large': true,
  gone: true,
  'no-files-here': true,
  unreadable: true,
  changed: true,
  'no-look': true,
  refused: true,
};

export function isProblemKind(value: unknown): value is ProblemKind {
  return isString(value) && Object.hasOwn(problemKinds, value);
}

function isPhase(value: unknown): value is Phase {
  return isString(value) && Object.hasOwn(noPhases, value);
}

export function isDecision(value: unknown): value is Decision {
  return isOneOf(decisions, value);
}

export function isSameDecision(value: unknown): value is SameDecision {
  return isOneOf(sameDecisions, value);
}

export function isOneOf<T extends string>(known: readonly T[], value: unknown): value is T {
  return known.some((one) => one === value);
}

export function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

export function isShortage(value: unknown): value is Shortage & { readonly ids: readonly string[] } {
  if (!isJsonObject(value)) return false;
  const { needed, left, title, ids } = value;
  return isNumber(needed) && isNumber(left) && isString(title) && isStrings(ids);
}

export function isUploadItem(value: unknown): value is UploadItem {
  if (!isJsonObject(value)) return false;
  const { id, kind, purpose, target, steps, name, size, lastModified, mimeType, phase, sent } = value;
  return (
    [id, name, mimeType].every(isString) &&
    [size, lastModified, sent].every(isNumber) &&
    (kind === 'file' || kind === 'folder') &&
    isOneOf(purposes, purpose) &&
    isTarget(target) &&
    isStrings(steps) &&
    isPhase(phase) &&
    hasFate(value)
  );
}

function isTarget(value: unknown): boolean {
  return hasTexts(value, 'id', 'title') && (value.edition === undefined || isEdition(value.edition));
}

function isEdition(value: unknown): boolean {
  return hasTexts(value, 'comment') && (value.version === 'minor' || value.version === 'major');
}

/** Checks the fields for what was found, decided and done. */
function hasFate(line: JsonObject): boolean {
  const { slot, attempted, decision, existing, sameDecision, same, details, problem, ...ids } = line;
  return (
    slot === null &&
    isFlag(attempted) &&
    (decision === null || isDecision(decision)) &&
    (sameDecision === null || isSameDecision(sameDecision)) &&
    (existing === null || isExisting(existing)) &&
    (same === null || (hasTexts(same, 'id', 'title', 'path') && isFlag(same.mayReplace))) &&
    (details === null || isDetails(details)) &&
    (problem === null || (hasTexts(problem, 'detail') && isProblemKind(problem.kind))) &&
    [ids.folderId, ids.documentId].every((id) => id === null || isString(id))
  );
}

function isExisting(value: unknown): boolean {
  if (!hasTexts(value, 'id', 'title')) return false;
  const { size, modified, mayReplace } = value;
  return (size === null || isNumber(size)) && (modified === null || isString(modified)) && isFlag(mayReplace);
}

export function isDetails(value: unknown): value is Details {
  if (!isJsonObject(value)) return false;
  return (value.type === null || isString(value.type)) && isJsonObject(value.properties);
}

function hasTexts(value: unknown, ...names: readonly string[]): value is JsonObject {
  return isJsonObject(value) && names.every((name) => isString(value[name]));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
