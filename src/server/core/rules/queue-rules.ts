/**
 * Which of the things that happened make a rule run, stored with them as jobs.
 * Invariants: once for a rule and a document in one call; a rule does not run on what it did itself, directly or through
 * other rules, nor anything that its person did: no rule keeps itself running.
 */
import type { JsonObject } from '#wire/json.ts';
import type { EventRule } from '../configuration/rules.ts';
import type { AuditRecord } from '../kernel/audit-store.ts';
import type { Budget } from '../kernel/budget.ts';
import type { Session } from '../kernel/session.ts';

export const ruleJobKind = 'rule';

/** The rules whose work a call is, by what the sessions of one call share. */
const workOfRules = new WeakMap<Budget, readonly string[]>();

/** Said before a rule's operation runs. */
export function noteRules(budget: Budget, names: readonly string[]): void {
  workOfRules.set(budget, names);
}

export async function queueRules(session: Session, notes: readonly AuditRecord[]): Promise<void> {
  const { rules, ports } = session.repository;
  if (rules.length === 0 || notes.length === 0) return;
  const before = workOfRules.get(session.budget) ?? [];
  for (const rule of rules.filter(({ name }) => !before.includes(name))) {
    const events = new Map(
      notes.filter((note) => isFor(rule, note)).map((note) => [`${note.repositoryId} ${note.docUUID}`, note]),
    );
    for (const note of events.values()) {
      const { jobs } = await session.write();
      const payload: JsonObject = {
        rule: rule.name,
        before: [...before],
        repository: note.repositoryId,
        document: note.docUUID,
        event: eventOf(note),
      };
      const runAt = ports.clock.now().toISOString();
      await jobs.enqueue({ id: crypto.randomUUID(), kind: ruleJobKind, owner: null, runAt, payload });
    }
  }
}

function isFor({ events, types, path, username }: EventRule, note: AuditRecord): boolean {
  const { eventId, docUUID, docType, docPath, principalName } = note;
  if (docUUID === null || !events.includes(eventId) || principalName === username) return false;
  if (types !== undefined && !types.includes(docType ?? '')) return false;
  return path === undefined || docPath === path || (docPath?.startsWith(`${path}/`) ?? false);
}

/** What the operation finds of it in its context. */
function eventOf({ eventId, principalName, eventDate, docPath, docType, comment }: AuditRecord): JsonObject {
  return { eventId, principalName, eventDate, docPath, docType, comment };
}
