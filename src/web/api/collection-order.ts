/**
 * Reorders members of a collection. The interface only moves one member behind another that comes after it, or to the beginning;
 * every other move is composed of these two.
 */
import { mutationOptions } from '@tanstack/react-query';
import { isString } from '#wire/json.ts';
import { documentInput, encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { isDocument } from './guards.ts';
import { documentFamilies } from './keys.ts';
import { runForJson } from './operation-call.ts';
import { api } from './start.ts';

export interface MemberOrder {
  readonly collectionId: string;
  readonly uids: readonly string[];
  /** The member that will follow them; null = they become the last. */
  readonly beforeId: string | null;
}

/** Moves `member` behind the member `behind`; null: to the beginning. */
export interface MemberMove {
  readonly member: string;
  readonly behind: string | null;
}

/** The moves that bring the members `uids`, in this order, right before `beforeId`. */
export function memberMoves(
  members: readonly string[],
  uids: readonly string[],
  beforeId: string | null,
): readonly MemberMove[] {
  const moves: MemberMove[] = [];
  let now = members;
  for (const member of uids) {
    const others = now.filter((id) => id !== member);
    const at = beforeId === null ? others.length : others.indexOf(beforeId);
    if (at < 0 || others.length === now.length) continue;
    const behind = others[at - 1] ?? null;
    const wanted = others.toSpliced(at, 0, member);
    if (wanted.some((id, index) => id !== now[index])) {
      const isAbove = behind !== null && now.indexOf(member) < now.indexOf(behind);
      if (!isAbove) moves.push({ member, behind: null });
      if (behind !== null) moves.push({ member, behind });
    }
    now = wanted;
  }
  return moves;
}

export function orderMembers() {
  return mutationOptions({
    mutationFn: async ({ collectionId, uids, beforeId }: MemberOrder): Promise<void> => {
      const collection = await api().entity(`/id/${encodeSegment(collectionId)}`, isDocument, {
        schemas: ['collection'],
      });
      const ids = collection.properties?.['collection:documentIds'];
      const members = Array.isArray(ids) ? ids.filter(isString) : [];
      for (const { member, behind } of memberMoves(members, uids, beforeId))
        await runForJson({
          id: 'Document.MoveCollectionMember',
          input: documentInput(collectionId),
          params: { member1: member, ...(behind === null ? {} : { member2: behind }) },
        });
    },
    onSettled: askAgain(...documentFamilies),
  });
}
