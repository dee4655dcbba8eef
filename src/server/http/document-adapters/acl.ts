/** `@acl`: the entries in force for the document, including inherited ones. Read-only. */
import { effectiveAcls, requirePermission } from '#server/core/access/access.ts';
import { presentAcls } from '../presenters/acls.ts';
import { entity } from '../responses.ts';
import type { Adapter } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const acl: Adapter = {
  name: 'acl',
  answer: async ({ request, session }, target) => {
    requireMethod(request, 'GET');
    const document = documentOf(target);
    await requirePermission(session, document, 'ReadSecurity');
    return entity(presentAcls(await effectiveAcls(session, document), session.now));
  },
};
