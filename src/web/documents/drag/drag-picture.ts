/** The picture under the pointer while documents are dragged: the first one's name, and their number. */

import { shownName } from '../kind-word.ts';
import type { StoredDocument } from '../stored-document.ts';
import css from './drag-picture.module.css';

export function dragPicture(documents: readonly StoredDocument[], count: string): HTMLElement {
  const picture = document.createElement('div');
  picture.className = css.picture ?? '';
  const [first] = documents;
  picture.textContent = first === undefined ? '' : shownName(first);
  if (documents.length > 1) {
    const badge = document.createElement('span');
    badge.className = css.count ?? '';
    badge.textContent = count;
    picture.append(badge);
  }
  return picture;
}
