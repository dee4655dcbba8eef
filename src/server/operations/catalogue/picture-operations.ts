/** Operations on views and sizes of pictures. */
import { convertIn } from '#server/core/files/conversions.ts';
import { render, renditionsOf } from '#server/core/files/renditions.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, required } from '../machinery/parameters.ts';
import { filesOf } from './blob-operations.ts';
import { mainFile } from './conversion-operations.ts';

const view = defineOperation({
  id: 'Picture.GetView',
  aliases: ['Picture.getView'],
  category: 'Files',
  label: 'Get image view',
  description: 'A picture’s view; nothing when there is none of this name.',
  params: { viewName: defaulted('string', 'Original', 'Name of the view') },
  methods: {
    document: {
      to: 'blob',
      run: ({ session, params: { viewName } }, document) => {
        if (viewName === 'Original') return filesOf(session, document)[0];
        const isThere = renditionsOf(session, document).some(({ name }) => name === viewName);
        return isThere ? render(session, document, viewName) : undefined;
      },
    },
  },
});

const resize = defineOperation({
  id: 'Picture.Resize',
  aliases: ['Picture.resize'],
  category: 'Files',
  label: 'Resize a picture',
  description: 'The input picture, made to fit a box.',
  params: {
    maxWidth: required('integer', 'Pixels; 0 for any'),
    maxHeight: required('integer', 'Pixels; 0 for any'),
  },
  methods: {
    document: {
      to: 'blob',
      run: ({ session, params }, document) => resized(session, mainFile(session, document), params),
    },
    blob: { to: 'blob', run: ({ session, params }, blob) => resized(session, blob, params) },
  },
});

function resized(
  session: Session,
  blob: StoredBlob,
  { maxWidth, maxHeight }: { readonly maxWidth: number; readonly maxHeight: number },
): Promise<StoredBlob> {
  const box = Object.entries({ width: maxWidth, height: maxHeight })
    .filter(([, size]) => size > 0)
    .map(([name, size]) => [name, String(size)]);
  return convertIn(session, blob, { converter: 'pictureResize' }, Object.fromEntries(box));
}

export const pictureOperations = [view, resize];
