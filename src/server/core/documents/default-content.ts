/** The tree a repository begins with (documents.md §11.1). Invariant: running it again changes nothing. */
import { refreshReadAcls } from '../access/access.ts';
import { blockInheritance } from '../access/access-changes.ts';
import type { Ace } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { OwnedValues } from '../types/owned-values.ts';
import { createDocument, emptyDocument } from './documents.ts';
import { countFromNow } from './quota.ts';

function grant(username: string, permission: string): Ace {
  return { username, permission, granted: true, creator: null, begin: null, end: null };
}

/** For one session's repository, by the system. */
export async function createDefaultContent(session: Session): Promise<void> {
  const { documents } = await session.write();
  const before = await documents.root(session.repositoryName);
  if (before) return countFromNow(session, before);
  const id = crypto.randomUUID();
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
  const hidden = [
    { type: 'TaskRoot', name: 'task-root', title: 'Task' },
    { type: 'DocumentRouteModelsRoot', name: 'document-route-models-root', title: 'Workflow models' },
    { type: 'DocumentRouteInstancesRoot', name: 'document-route-instances-root', title: 'Workflows' },
  ];
  for (const { type, name, title } of hidden) {
    const owned = new OwnedValues({ 'dc:title': title });
    const folder = await createDocument(session, root, { type, name, owned });
    await blockInheritance(session, folder, 'local');
  }
}
