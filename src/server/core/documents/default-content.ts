/** The first documents of a new repository. Invariant: running it again changes nothing. */
import { refreshReadAcls } from '../access/access.ts';
import { blockInheritance } from '../access/access-changes.ts';
import type { Ace, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import { OwnedValues } from '../types/owned-values.ts';
import { createDocument, emptyDocument } from './documents.ts';
import { normalizeName } from './names.ts';
import { countFromNow } from './quota.ts';

function grant(username: string, permission: string): Ace {
  return { username, permission, granted: true, creator: null, begin: null, end: null };
}

/** Makes them in the session's repository; the caller is the system. */
export async function createDefaultContent(session: Session): Promise<void> {
  const { documents } = await session.write();
  const before = await documents.root(session.repositoryName);
  if (before) {
    await restoreCutNames(session, before);
    return countFromNow(session, before);
  }
  const id = timeOrderedId();
  const now = session.now.toISOString();
  await documents.insert({
    ...emptyDocument(session, 'Root'),
    id,
    seriesId: id,
    path: '/',
    state: 'project',
    properties: { 'dc:created': now, 'dc:modified': now },
    acls: [{ name: 'local', aces: [grant('Administrator', 'Everything'), grant('members', 'Read')] }],
  });
  await refreshReadAcls(session, id);
  const root = await documents.get(id);
  if (!root) return;
  await countFromNow(session, root);
  session.audit({ eventId: 'documentCreated', document: root });
  await createDocument(session, root, {
    type: 'Domain',
    name: 'default-domain',
    properties: { 'dc:title': 'Domain' },
  });
  for (const { type, name, title } of hidden) {
    const owned = new OwnedValues({ 'dc:title': title });
    const folder = await createDocument(session, root, { type, name, keepsName: true, owned });
    await blockInheritance(session, folder, 'local');
  }
}

const hidden = [
  { type: 'TaskRoot', name: 'task-root', title: 'Task' },
  { type: 'DocumentRouteModelsRoot', name: 'document-route-models-root', title: 'Workflow models' },
  { type: 'DocumentRouteInstancesRoot', name: 'document-route-instances-root', title: 'Workflows' },
] as const;

/** Earlier releases shortened these folders' names to the length that other documents' names get. */
async function restoreCutNames(session: Session, root: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  for (const { type, name } of hidden) {
    const cutName = normalizeName(name, session.repository.settings.pathSegmentMaxSize);
    const [whole, cut] = [await documents.child(root.id, name), await documents.child(root.id, cutName)];
    if (cut?.type !== type || cut.id === whole?.id) continue;
    if (whole === undefined) await documents.relocate(cut.id, { parentId: root.id, parentPath: '/', name });
    else if (await isEmpty(session, cut)) await documents.remove([cut.id]);
  }
}

async function isEmpty(session: Session, folder: DocumentRow): Promise<boolean> {
  for await (const { id } of session.read.documents.subtree(folder.id)) {
    if (id !== folder.id) return false;
  }
  return true;
}
