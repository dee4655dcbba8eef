/** Records: making a document a record, its retention, and legal holds. Errors have the server's own text. */
import { mutationOptions } from '@tanstack/react-query';
import { documentInput } from './addresses.ts';
import { runForJson } from './operation-call.ts';
import { refreshChanged } from './optimistic.ts';

export interface Keep {
  readonly uid: string;
  readonly act:
    | { readonly kind: 'record' }
    /** ISO 8601. */
    | { readonly kind: 'retain'; readonly until: string }
    | { readonly kind: 'hold'; readonly reason: string }
    | { readonly kind: 'release' };
}

export function keepDocument() {
  return mutationOptions({
    mutationFn: ({ uid, act }: Keep) => runForJson({ ...operationFor(act), input: documentInput(uid) }),
    onSettled: (_data, _error, { uid }, _rollback, { client }) =>
      refreshChanged(client, { uids: [uid], folders: [] }),
  });
}

function operationFor(act: Keep['act']) {
  switch (act.kind) {
    case 'record':
      return { id: 'Document.MakeRecord' };
    case 'retain':
      return { id: 'Document.SetRetention', params: { until: act.until } };
    case 'hold':
      return { id: 'Document.Hold', params: { description: act.reason } };
    case 'release':
      return { id: 'Document.Unhold' };
  }
}
