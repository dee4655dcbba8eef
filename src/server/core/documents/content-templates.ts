/** Documents that are made together with a new one: a domain gets its three folders. */

import { addAces } from '../access/access-changes.ts';
import { elevated } from '../access/elevated.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const domainPlaces = [
  { type: 'WorkspaceRoot', name: 'workspaces', title: 'Workspaces' },
  { type: 'SectionRoot', name: 'sections', title: 'Sections' },
  { type: 'TemplateRoot', name: 'templates', title: 'Templates' },
] as const;

type Create = (
  session: Session,
  parent: DocumentRow,
  input: { type: string; name: string; properties: Properties },
) => Promise<DocumentRow>;

/** @param create `createDocument`, as a parameter to avoid a circular import */
export async function setUpContents(session: Session, document: DocumentRow, create: Create): Promise<void> {
  if (!session.types.isA(document.type, 'Domain')) return;
  const helper = elevated(session);
  for (const { type, name, title } of domainPlaces) {
    const place = await create(helper, document, { type, name, properties: { 'dc:title': title } });
    if (type !== 'SectionRoot') continue;
    await addAces(helper, place, {
      acl: 'local',
      aces: [
        {
          username: 'members',
          permission: 'CanAskForPublishing',
          granted: true,
          creator: null,
          begin: null,
          end: null,
        },
      ],
    });
  }
}
