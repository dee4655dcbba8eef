/** `@children`: what stands directly inside, visible, in pages. */
import { runProvider } from '#server/core/search/run-provider.ts';
import type { Call } from '../application.ts';
import { presentPage } from '../presenters/search.ts';
import { listEntity } from '../responses.ts';
import { searchOptions } from '../search-parameters.ts';
import type { Adapter, Target } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const children: Adapter = {
  name: 'children',
  answer: async (call, target) => {
    requireMethod(call.request, 'GET');
    return listEntity(await presentPage(call, await childrenOf(call, target)));
  },
  resolve: async (call, target) => ({
    kind: 'documents',
    documents: (await childrenOf(call, target)).entries,
  }),
};

async function childrenOf({ session, url, request }: Call, target: Target) {
  const options = searchOptions(url.searchParams, request.headers);
  return runProvider(session, 'CURRENT_DOC_CHILDREN', {
    ...options,
    positional: [documentOf(target).id],
    named: {},
    maxResults: undefined,
  });
}
