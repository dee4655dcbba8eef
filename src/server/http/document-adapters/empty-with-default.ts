/** `@emptyWithDefault`: a new, unsaved document with defaults. */
import { presentEmptyDocument } from '../presenters/empty-document.ts';
import { entity } from '../responses.ts';
import type { Adapter } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const emptyWithDefault: Adapter = {
  name: 'emptyWithDefault',
  answer: async (call, target) => {
    requireMethod(call.request, 'GET');
    return entity(await presentEmptyDocument(call, documentOf(target)));
  },
};
