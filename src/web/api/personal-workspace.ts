/** The signed-in person's own workspace; the server makes it at the first request. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { isDocument } from './guards.ts';
import { documentKeys } from './keys.ts';
import { api } from './start.ts';

export function personalWorkspace() {
  return queryOptions({
    queryKey: [...documentKeys.all, 'personal workspace'],
    queryFn: ({ signal }): Promise<DocumentEntity> =>
      api().entity('/automation/User.GetUserWorkspace', isDocument, { method: 'POST', body: {}, signal }),
  });
}
