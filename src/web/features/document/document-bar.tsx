// A document's part of the frame's top bar: its path, and the links to its neighbours in the list.

import { ChevronDown, ChevronLeft, ChevronUp, GalleryThumbnails, Landmark } from 'lucide';
import { Link, useNavigate } from 'react-router-dom';
import { breadcrumbOf } from '#web/api/document-context.ts';
import { glyphOf, nameOf } from '#web/documents/kind-word.ts';
import { mayFill } from '#web/documents/may-fill.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useRecordVisit } from '#web/documents/visited.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useNeighbours } from '#web/frame/neighbours.ts';
import { useSetPageFolder } from '#web/frame/page-folder.ts';
import { useSetSubject } from '#web/frame/subject.ts';
import { useTabTitle } from '#web/frame/tab-title.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import css from './document-bar.module.css';
import { PresentPeople } from './present-people.tsx';
import { useLiveDocument } from './use-live-document.ts';
import { useStripShown } from './use-strip-shown.ts';

export interface DocumentBarProps {
  readonly document: StoredDocument;
  readonly tab: string | undefined;
}

export function DocumentBar({ document, tab }: DocumentBarProps) {
  const { t } = useTranslation('document');
  const item = { id: document.uid, title: document.title, type: document.type };
  useSetSubject({
    folder: null,
    document: { ...item, mayFill: mayFill(document) },
    items: [item],
  });
  useRecordVisit({
    to: paths.doc.href(document.uid),
    title: nameOf(document),
    folder: false,
    kind: glyphOf(document),
    version: document.isVersion ? document.versionLabel : undefined,
  });
  useTabTitle(document.title);
  const others = useLiveDocument(document);
  const crumbs = breadcrumbOf(document).filter(({ uid }) => uid !== document.uid);
  const parent = crumbs.at(-1);
  useSetPageFolder(parent?.path ?? undefined);
  return (
    <>
      <InSlot name="breadcrumb">
        <nav className={css.crumbs} aria-label={t('breadcrumb')}>
          <ol>
            {crumbs.map(({ uid, title, path }, index) => (
              <li key={uid}>
                <Link
                  to={paths.browse.href(path ?? '/')}
                  aria-label={index === 0 && crumbs.length > 1 ? title : undefined}
                  data-tip={index === 0 && crumbs.length > 1 ? title : undefined}
                >
                  {index === 0 && crumbs.length > 1 ? <Icon icon={Landmark} /> : <BidiName>{title}</BidiName>}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      </InSlot>
      {parent === undefined ? null : (
        <InSlot name="phone-title">
          <Link className={css.up} to={paths.browse.href(parent.path ?? '/')}>
            <Icon icon={ChevronLeft} size={20} directional />
            <BidiName>{parent.title}</BidiName>
          </Link>
        </InSlot>
      )}
      <InSlot name="actions">
        {others.length === 0 ? null : <PresentPeople people={others} />}
        <Neighbours id={document.uid} tab={tab} />
      </InSlot>
    </>
  );
}

function Neighbours({ id, tab }: { readonly id: string; readonly tab: string | undefined }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const navigate = useNavigate();
  const beside = useNeighbours(id);
  const [isStripShown, toggleStrip] = useStripShown();
  const go = (to: string | undefined) => {
    if (to === undefined) return false;
    void navigate(paths.doc.href(to, tab), { replace: true });
    return true;
  };
  const group = t('keys');
  useShortcut({ keys: 'J', label: t('next'), group, run: () => go(beside?.next) });
  useShortcut({ keys: 'K', label: t('previous'), group, run: () => go(beside?.previous) });
  if (beside === null) return null;
  const { position, total, previous, next } = beside;
  return (
    <div className={css.neighbours}>
      <span className={css.position}>
        {t('position', { position: format.count(position), total: format.count(total) })}
      </span>
      <IconButton
        className={css.strip}
        icon={GalleryThumbnails}
        label={t('neighbours')}
        pressed={isStripShown}
        onClick={toggleStrip}
      />
      <IconButton
        icon={ChevronUp}
        label={t('previous')}
        shortcut="K"
        disabled={previous === undefined}
        onClick={() => go(previous)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('next')}
        shortcut="J"
        disabled={next === undefined}
        onClick={() => go(next)}
      />
    </div>
  );
}
