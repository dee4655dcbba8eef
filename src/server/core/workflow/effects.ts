/**
 * Effects of workflows on their variables and documents.
 * Invariant: a document that was removed meanwhile is skipped; any other failure makes the whole step fail.
 */
import { hasPermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { followTransition } from '../documents/lifecycle.ts';
import { lock, unlock } from '../documents/locks.ts';
import { checkIn } from '../documents/versions.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { queueLetters } from '../mail/letters.ts';
import type { Effect } from './definitions.ts';
import type { WorkflowInstance } from './instances.ts';
import { indexIn } from './transitions.ts';
import type { Values } from './variables.ts';

export interface Opinion {
  readonly actor: string;
  readonly button: string;
  readonly comment: string;
}

export interface Step {
  readonly instance: WorkflowInstance;
  /** The values of the task that led here. */
  readonly nodeValues: Values;
  readonly opinions: readonly Opinion[];
}

export async function runEffects(session: Session, step: Step, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await runEffect(session, step, effect);
}

async function runEffect(session: Session, step: Step, effect: Effect): Promise<void> {
  const { values } = step.instance;
  switch (effect.kind) {
    case 'set':
      values[effect.variable] = effect.value;
      return;
    case 'add':
      values[effect.variable] = indexIn(values, effect.variable) + effect.amount;
      return;
    case 'copy':
      values[effect.to] = step.nodeValues[effect.from] ?? null;
      return;
    case 'collectOpinions':
      values[effect.into] = step.opinions
        .map(({ actor, button, comment }) => `${actor}\t${button}\t${comment}`)
        .join('\n');
      return;
    case 'approve':
      if (!effect.onlyWhen || values[effect.onlyWhen.variable] === effect.onlyWhen.equals) {
        await forEachDocument(session, step.instance, approve);
      }
      return;
    case 'lock':
      await forEachDocument(session, step.instance, async (helper, row) => {
        if (row.lockOwner === null) await lock(helper, row);
      });
      return;
    case 'unlock':
      await forEachDocument(session, step.instance, async (helper, row) => {
        if (row.lockOwner !== null) await unlock(helper, row);
      });
      return;
    case 'audit':
      await forEachDocument(session, step.instance, async (_helper, { id, path, type, state }) => {
        session.audit({
          eventId: effect.event,
          category: 'Routing',
          comment: effect.comment,
          document: { id, path, type, state },
        });
      });
      return;
    case 'mailInitiator':
      await mailInitiator(session, step.instance, effect.subject);
      return;
  }
}

async function approve(helper: Session, row: DocumentRow): Promise<void> {
  const approved = row.state === 'approved' ? row : await followTransition(helper, row, 'approve');
  await checkIn(helper, approved, 'minor', 'Automatic checkin after validation');
}

async function forEachDocument(
  session: Session,
  instance: WorkflowInstance,
  act: (helper: Session, row: DocumentRow) => Promise<void>,
): Promise<void> {
  const { documents } = await session.write();
  const helper = elevated(session);
  for (const row of await documents.getMany(instance.documentIds)) await act(helper, row);
}

async function mailInitiator(session: Session, instance: WorkflowInstance, decision: string): Promise<void> {
  await queueLetters(session, [instance.initiator], {
    kind: 'decision',
    events: instance.documentIds.map((document) => ({ what: 'decision', document })),
    detail: decision,
  });
}

/** The workflow's documents that the caller may read. */
export async function visibleDocumentIds(
  session: Session,
  ids: readonly string[],
): Promise<readonly string[]> {
  const visible = [];
  for (const row of await session.read.documents.getMany(ids)) {
    if (await hasPermission(session, row, 'Read')) visible.push(row.id);
  }
  return visible;
}
