/**
 * The breadcrumb from the root to this folder. Steps that do not fit go into a menu; documents can be dropped on each step.
 */

import { Ellipsis, Landmark } from 'lucide';
import { type DragEvent, useContext, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { breadcrumbOf } from '#web/api/document-context.ts';
import { useFolderDrop } from '#web/documents/drag/use-folder-drop.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { PagePaneContext } from '#web/frame/page-pane.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { useElementWidth } from '#web/ui/use-element-width.ts';
import css from './breadcrumb.module.css';
import { foldCrumbs } from './fold-crumbs.ts';

export function Breadcrumb({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const strip = useRef<HTMLElement>(null);
  const width = useElementWidth(strip);
  const crumbs = breadcrumbOf(folder).filter(isStored);
  const { first, folded, last } = foldCrumbs(crumbs, width);
  /** The id of the folder on the way from `uid` to this one: its row gets the focus there. */
  const below = (uid: string) => crumbs[crumbs.findIndex((crumb) => crumb.uid === uid) + 1]?.uid;
  return (
    <nav
      ref={strip}
      className={css.crumbs}
      aria-label={useContext(PagePaneContext)?.wayLabel ?? t('breadcrumb')}
    >
      <ol className={css.steps}>
        {first === undefined ? null : (
          <li>
            <Crumb
              folder={first}
              icon={crumbs.length > 1}
              current={first.uid === folder.uid}
              left={below(first.uid)}
            />
          </li>
        )}
        {folded.length === 0 ? null : (
          <li>
            <MenuButton
              icon={Ellipsis}
              variant="quiet"
              size="small"
              label={t('foldedCrumbs', { count: folded.length })}
              entries={folded.map(({ uid, title, path }) => ({
                id: uid,
                label: title,
                onSelect: () => void navigate(paths.browse.href(path), { state: { left: below(uid) } }),
              }))}
            />
          </li>
        )}
        {last.map((crumb) => (
          <li key={crumb.uid} className={css.step}>
            <Crumb folder={crumb} current={crumb.uid === folder.uid} left={below(crumb.uid)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface CrumbProps {
  readonly folder: StoredDocument;
  readonly icon?: boolean;
  readonly current: boolean;
  readonly left: string | undefined;
}

const restMs = 800;

function Crumb({ folder, icon = false, current, left }: CrumbProps) {
  const navigate = useNavigate();
  const drop = useFolderDrop();
  const [over, setOver] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    clearTimeout(timer.current);
    setOver(false);
  };
  const onDragOver = (event: DragEvent) => {
    const effect = drop.effectOn(folder, event);
    if (effect === null) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = effect;
    if (over) return;
    setOver(true);
    timer.current = setTimeout(() => void navigate(paths.browse.href(folder.path)), restMs);
  };
  return (
    <Link
      to={paths.browse.href(folder.path)}
      state={{ left }}
      className={css.crumb}
      aria-current={current ? 'page' : undefined}
      aria-label={icon ? folder.title : undefined}
      data-tip={icon ? folder.title : undefined}
      data-drop={over || undefined}
      draggable={false}
      dir="auto"
      onDragOver={onDragOver}
      onDragLeave={leave}
      onDrop={(event) => {
        leave();
        if (drop.effectOn(folder, event) === null) return;
        event.preventDefault();
        event.stopPropagation();
        drop.dropOn(folder, event);
      }}
    >
      {icon ? <Icon icon={Landmark} /> : withVisibleControls(folder.title)}
    </Link>
  );
}
