/** The second line of a row on a phone, or of a tile: state, day and person, if there are any. */
import { isFolderish, propertyOf } from '#web/api/document-context.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import { ChildrenCount } from './children-count.tsx';
import { dayOf } from './list/columns.tsx';
import { personOf } from './person-of.ts';
import css from './second-line.module.css';
import type { StoredDocument } from './stored-document.ts';

export function SecondLine({ document }: { readonly document: StoredDocument }) {
  const format = useFormat();
  const folder = isFolderish(document);
  const person = personOf(propertyOf(document, 'dc:lastContributor'));
  const day = dayOf(propertyOf(document, 'dc:modified'), format);
  return (
    <span className={css.line}>
      {document.state === null || folder ? null : <StateGlyph state={document.state} />}
      {folder ? <ChildrenCount uid={document.uid} /> : null}
      {day === '' ? null : <span>{day}</span>}
      {person === null ? null : (
        <span>
          <bdi>{person.name}</bdi>
        </span>
      )}
    </span>
  );
}
