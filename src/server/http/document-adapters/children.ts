/** `@children`: the visible children of a document, in pages. */
import { type ProviderOptions, runProvider } from '#server/core/search/run-provider.ts';
import type { Call } from '../application.ts';
import { presentPage } from '../presenters/search.ts';
import { listEntity } from '../responses.ts';
import { listOptions, searchOptions } from '../search-parameters.ts';
import type { Adapter, Target } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const children: Adapter = {
  name: 'children',
  answer: async (call, target) => {
    requireMethod(call.request, 'GET');
    return listEntity(await presentPage(call, await childrenOf(call, target, listOptions(call))));
  },
  resolve: async (call, target) => {
    const options = searchOptions(call.url.searchParams, call.request.headers);
    return { kind: 'documents', documents: (await childrenOf(call, target, options)).entries };
  },
};

async function childrenOf({ session }: Call, target: Target, options: ProviderOptions) {
  return runProvider(session, 'CURRENT_DOC_CHILDREN', {
    ...options,
    positional: [documentOf(target).id],
    named: {},
    maxResults: undefined,
  });
}
