/**
 * Finds the rules for the events of a call, and queues them as jobs in the call's transaction.
 * Invariants: a rule runs once for each document in a call; it does not run on its own changes, made directly or through
 * other rules, nor on changes by its own person: so no rule can keep itself running.
 */
import type { JsonObject } from '#wire/json.ts';
import type { EventRule } from '../configuration/rules.ts';
import type { AuditRecord } from '../kernel/audit-store.ts';
import type { Budget } from '../kernel/budget.ts';
import type { Session } from '../kernel/session.ts';

export const ruleJobKind = 'rule';

/** The rules that have led to a call, by its budget, which all sessions of the call share. */
const workOfRules = new WeakMap<Budget, readonly string[]>();

/** Call it before a rule's operation runs. */
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

/** The event as the operation finds it in its context. */
function eventOf({ eventId, principalName, eventDate, docPath, docType, comment }: AuditRecord): JsonObject {
  return { eventId, principalName, eventDate, docPath, docType, comment };
}
