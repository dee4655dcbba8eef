/**
 * A person's profile beyond the directory entry: a document in their own workspace.
 * Invariant: reading a profile never creates one.
 */
import type { Json } from '#wire/json.ts';
import { findUserWorkspace } from '../documents/user-workspace.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const name = 'UserProfile';

export interface UserProfile {
  readonly birthdate: Json;
  readonly phonenumber: Json;
  /** The document whose `userprofile:avatar` holds the picture; null without one. */
  readonly avatarDocument: DocumentRow | null;
  readonly gender: Json;
  readonly locale: Json;
}

export async function userProfile(session: Session, username: string): Promise<UserProfile> {
  const workspace = await findUserWorkspace(session, username);
  const document = workspace && (await session.read.documents.child(workspace.id, name));
  const value = (field: string): Json => document?.properties[`userprofile:${field}`] ?? null;
  return {
    birthdate: value('birthdate'),
    phonenumber: value('phonenumber'),
    avatarDocument: document && value('avatar') !== null ? document : null,
    gender: value('gender') ?? false,
    locale: value('locale'),
  };
}
