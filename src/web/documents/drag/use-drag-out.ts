/**
 * A document dragged out of the window becomes its file, in browsers that download what is dropped (Chromium) and with servers
 * that have addresses for it (ADR 92). Otherwise the drag carries a link.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { blobOf } from '#web/api/document-context.ts';
import { fileAddressesOffered, newFileAddress } from '#web/api/file-addresses.ts';
import { savedName } from '../saved-name.ts';
import { draggedDocuments, dragType } from './dragging.ts';

const format = 'DownloadURL';

export function useDragOut(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!/Chrome\//.test(navigator.userAgent)) return;
    const { queryKey } = fileAddressesOffered();
    // A drag cannot wait for an answer: request it as soon as a mouse is used.
    const onMouse = () => void client.prefetchQuery(fileAddressesOffered());
    const onDragStart = ({ dataTransfer }: DragEvent) => {
      // The end of an earlier drag is not heard where its row is gone: what was dragged then is not dragged now.
      if (dataTransfer?.types.includes(dragType) !== true) return;
      const [only, ...others] = draggedDocuments();
      if (only === undefined || others.length > 0 || client.getQueryData(queryKey) !== true) return;
      const blob = blobOf(only);
      // Another list on the page has already set it.
      if (blob === null || dataTransfer.getData(format) !== '') return;
      const type = blob['mime-type'] || 'application/octet-stream';
      const name = savedName(only, blob).replaceAll(':', '_');
      dataTransfer.setData(format, `${type}:${name}:${newFileAddress(only.uid)}`);
    };
    addEventListener('mousemove', onMouse, { once: true });
    // Runs after the list's own handler.
    document.addEventListener('dragstart', onDragStart);
    return () => {
      removeEventListener('mousemove', onMouse);
      document.removeEventListener('dragstart', onDragStart);
    };
  }, [client]);
}
