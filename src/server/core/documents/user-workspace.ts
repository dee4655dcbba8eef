/**
 * A person's own workspace, `/default-domain/UserWorkspaces/<name>`, made when it is first needed.
 * Invariant: only its owner and administrators have access.
 */
import { addAces } from '../access/access-changes.ts';
import { elevated } from '../access/elevated.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { fullName } from '../people/users.ts';
import { OwnedValues } from '../types/owned-values.ts';
import { createDocument } from './documents.ts';
import { fixedChild } from './fixed-child.ts';

const domainPath = '/default-domain';
const rootName = 'UserWorkspaces';

export async function userWorkspace(session: Session): Promise<DocumentRow> {
  const existing = await findUserWorkspace(session);
  if (existing) return existing;
  const owner = elevated(session);
  const root = await workspacesRoot(owner);
  const name = workspaceName(session.username);
  return fixedChild(session, root, name, () => createWorkspace(session, root, name));
}

async function createWorkspace(session: Session, root: DocumentRow, name: string): Promise<DocumentRow> {
  const owner = elevated(session);
  const workspace = await createDocument(owner, root, {
    type: 'Workspace',
    name,
    keepsName: true,
    properties: { 'dc:title': await fullName(owner, session.username) },
  });
  await addAces(owner, workspace, {
    acl: 'local',
    aces: [
      {
        username: session.username,
        permission: 'Everything',
        granted: true,
        creator: session.username,
        begin: null,
        end: null,
      },
    ],
    blockInheritance: true,
  });
  return (await session.read.documents.get(workspace.id)) ?? workspace;
}

/** Undefined when it has not been made yet. */
export async function findUserWorkspace(
  session: Session,
  username: string = session.username,
): Promise<DocumentRow | undefined> {
  const { documents } = session.read;
  const home = await homeOfWorkspaces(session);
  const root = await documents.child(home.id, rootName);
  return root && documents.child(root.id, workspaceName(username));
}

/** A folder in the workspace with a fixed name (Favorites, Collections, Searches …), made when missing. */
export async function personalFolder(
  session: Session,
  name: string,
  type: string,
  title: string = name,
): Promise<DocumentRow> {
  const workspace = await userWorkspace(session);
  return fixedChild(session, workspace, name, () =>
    createDocument(elevated(session), workspace, { type, name, properties: { 'dc:title': title } }),
  );
}

async function workspacesRoot(session: Session): Promise<DocumentRow> {
  const home = await homeOfWorkspaces(session);
  return fixedChild(session, home, rootName, () =>
    createDocument(session, home, {
      type: 'UserWorkspacesRoot',
      name: rootName,
      owned: new OwnedValues({ 'dc:title': 'User workspaces' }),
    }),
  );
}

/** The root in a repository without the default domain. */
async function homeOfWorkspaces(session: Session): Promise<DocumentRow> {
  const { documents } = session.read;
  const home =
    (await documents.getByPath(session.repositoryName, domainPath)) ??
    (await documents.root(session.repositoryName));
  if (!home) throw errors.documentNotFound(domainPath);
  return home;
}

/** Different for different logins: a login that is not a plain name is encoded as a whole. */
function workspaceName(username: string): string {
  const isPlain = /^[\p{L}\p{N}](?:[\p{L}\p{N}@._ -]*[\p{L}\p{N}])?$/u.test(username);
  return isPlain && username === username.normalize('NFC') ? username : encodeURIComponent(username);
}
