/** Enrichers for permissions. */
import { effectiveAcls, permissionsOf, requirePermission } from '#server/core/access/access.ts';
import type { Json } from '#wire/json.ts';
import { presentEnrichedAcls } from '../presenters/acls.ts';
import { presentPrincipal } from '../presenters/people.ts';
import type { DocumentEnricher } from './enricher.ts';

export const rights: readonly DocumentEnricher[] = [
  {
    name: 'permissions',
    value: async ({ session }, document) => [...(await permissionsOf(session, document))],
  },
  {
    name: 'userVisiblePermissions',
    value: async (_call, document) => {
      if (document.type === 'Collection') return ['Read', 'ReadCanCollect', 'ReadWrite', 'Everything'];
      const sections = ['Section', 'SectionRoot'].includes(document.type) ? ['CanAskForPublishing'] : [];
      return ['Read', ...sections, 'ReadWrite', 'Everything'];
    },
  },
  {
    name: 'acls',
    value: async (call, document, level) => {
      const { session, options } = call;
      await requirePermission(session, document, 'ReadSecurity');
      const fetched = options.fetch('acls');
      const acls = presentEnrichedAcls(
        await effectiveAcls(session, document),
        session.now,
        fetched.has('extended'),
      );
      // People are one level below the document: `depth` says whether they are returned as entities.
      const mayFetch = options.mayEnrich(level + 1);
      const whole = async (name: Json): Promise<Json> => {
        const principal = typeof name === 'string' ? await presentPrincipal(call, name) : undefined;
        return principal ? { ...principal } : name;
      };
      const presented: Json[] = [];
      for (const acl of acls) {
        const aces: Json[] = [];
        for (const ace of acl.aces) {
          aces.push({
            ...ace,
            ...(mayFetch && fetched.has('username') ? { username: await whole(ace.username) } : {}),
            ...(mayFetch && fetched.has('creator') ? { creator: await whole(ace.creator) } : {}),
          });
        }
        presented.push({ name: acl.name, aces });
      }
      return presented;
    },
  },
];
