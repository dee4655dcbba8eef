/**
 * Two folders side by side, each with a router of its own, so that links, sorting and filters in one apply to that one.
 * On narrow screens they are two tabs. Invariant: both are in the app's one address (pane-address.ts); navigation from
 * outside, such as from the tree, opens in the active pane.
 */
import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { createPath, type Location, type Navigator, parsePath, type To } from 'react-router-dom';
import { pageBasename } from '#web/base-address.ts';
import { useMediaQuery } from '#web/documents/list/use-media-query.ts';
import { enterPane, otherSide, type PaneSide, usePanes } from '#web/documents/panes.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useSetPageFolder } from '#web/frame/page-folder.ts';
import { offsetAt, rememberOffset } from '#web/frame/scroll-memory.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { browsePathOf } from '#web/paths.ts';
import { Splitter } from '#web/ui/splitter.tsx';
import { useElementWidth } from '#web/ui/use-element-width.ts';
import { FolderPane, focusPane, paneId, useFolderName, usePaneDrop } from './folder-pane.tsx';
import {
  addressOfPanes,
  type PaneAddress,
  type PaneAddresses,
  panesOf,
  resolveInPane,
} from './pane-address.ts';
import css from './panes.module.css';
import { setPanesShare, usePanesShare } from './panes-share.ts';
import { useInPanes } from './use-in-panes.ts';

export interface AppAddresses extends Navigator {
  readonly current: () => { readonly location: Location };
  readonly arrange: (rule: ((to: To) => To) | null) => void;
}

export interface PanesProps {
  readonly history: AppAddresses;
  readonly location: Location;
}

export function Panes({ history, location }: PanesProps) {
  const panes = panesOf(inApp(location));
  return panes === null ? null : (
    <InSlot name="panes">
      <Pair history={history} location={location} panes={panes} />
    </InSlot>
  );
}

const sides = ['first', 'second'] as const;
/** The least width in which a list is usable. */
const leastPx = 300;

interface PairProps extends PanesProps {
  readonly panes: PaneAddresses;
}

function Pair({ history, location, panes }: PairProps) {
  const { t } = useTranslation('browse');
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const small = useMediaQuery('(max-width: 899px)');
  const narrow = small || (width > 0 && width < 2 * leastPx);
  const { share } = usePanesShare();
  const active = usePanes((state) => state.active);
  const names = {
    first: useFolderName('first', panes.first.pathname),
    second: useFolderName('second', panes.second.pathname),
  };
  useSetPageFolder(browsePathOf(panes[active].pathname));
  useStoredOffsets(location.key, panes);

  // Turns navigation from outside of the panes (tree, palette) into an address of both.
  useEffect(() => {
    history.arrange((to) => beside(history, to, usePanes.getState().active));
    return () => history.arrange(null);
  }, [history]);

  // The command has just opened the second pane: focus it.
  useEffect(() => {
    if (usePanes.getState().active === 'second') focusPane('second');
  }, []);

  const show = (address: PaneAddress) => {
    history.arrange(null);
    history.push(createPath(ofServer(address)), null);
    enterPane('first');
    requestAnimationFrame(() => document.getElementById('work')?.focus());
  };
  const closePane = (side: PaneSide) => show(panes[otherSide(side)]);
  useInPanes({
    active,
    onOther: () => {
      enterPane(otherSide(active));
      focusPane(otherSide(active));
    },
    onOne: () => show(panes[active]),
    onSwap: () => {
      history.push(createPath(ofServer(addressOfPanes({ first: panes.second, second: panes.first }))), null);
      enterPane(otherSide(active));
      focusPane(otherSide(active));
    },
  });

  const room = Math.max(width, 2 * leastPx);
  return (
    <div
      ref={box}
      className={css.pair}
      data-narrow={narrow || undefined}
      style={{ '--first': `${share}fr`, '--second': `${1 - share}fr` }}
    >
      {narrow ? (
        <Tabs.Root value={active} onValueChange={(side) => enterPane(side === 'second' ? 'second' : 'first')}>
          <Tabs.List className={css.tabs} aria-label={t('panes.label')}>
            {sides.map((side) => (
              <PaneTab key={side} side={side} name={names[side]} />
            ))}
          </Tabs.List>
        </Tabs.Root>
      ) : null}
      {sides.map((side) => (
        <FolderPane
          key={side}
          side={side}
          name={names[side]}
          tab={narrow}
          location={routed(location, panes[side], side)}
          navigator={navigatorOf(history, side)}
          onClose={() => closePane(side)}
        />
      ))}
      {narrow ? null : (
        <div className={css.edge}>
          <Splitter
            label={t('panes.resize')}
            pane="start"
            value={Math.round(share * room)}
            min={leastPx}
            max={room - leastPx}
            rest={Math.round(room / 2)}
            onChange={(px) => setPanesShare(px / room)}
          />
        </div>
      )}
    </div>
  );
}

interface PaneTabProps {
  readonly side: PaneSide;
  /** The name of the folder. */
  readonly name: string;
}

/** A drop target for its pane, which is not visible. */
function PaneTab({ side, name }: PaneTabProps) {
  const drop = usePaneDrop(side);
  return (
    <Tabs.Tab
      id={`${paneId(side)}-tab`}
      className={css.tab}
      value={side}
      data-drop={drop.over || undefined}
      {...drop.handlers}
    >
      <bdi>{name}</bdi>
    </Tabs.Tab>
  );
}

/** Convert addresses within the app to addresses on the server and back: the app may be served below a folder. */
function inApp({ pathname, search }: PaneAddress): PaneAddress {
  return { pathname: pathname.slice(pageBasename().length), search };
}

function ofServer({ pathname, search }: PaneAddress): PaneAddress {
  return { pathname: pageBasename() + pathname, search };
}

function beside(history: AppAddresses, to: To, side: PaneSide): To {
  const { pathname = '', search = '' } = typeof to === 'string' ? parsePath(to) : to;
  const panes = panesOf(inApp(history.current().location));
  return panes === null ? to : ofServer(resolveInPane(inApp({ pathname, search }), side, panes));
}

function navigatorOf(history: AppAddresses, side: PaneSide): Navigator {
  return {
    createHref: history.createHref,
    go: history.go,
    push: (to, state) => history.push(beside(history, to, side), state),
    replace: (to, state) => history.replace(beside(history, to, side), state),
  };
}

function keyOf(key: string, side: PaneSide): string {
  return side === 'first' ? key : `${key}:${side}`;
}

function routed(location: Location, address: PaneAddress, side: PaneSide): Location {
  return { ...location, ...ofServer(address), hash: '', key: keyOf(location.key, side) };
}

/**
 * Scroll offsets are stored by the key of the history entry. When one pane navigates there is a new key, so the offset of
 * the other pane's list is copied to it.
 */
function useStoredOffsets(key: string, panes: PaneAddresses): void {
  const last = useRef({ key, panes });
  useEffect(() => {
    const before = last.current;
    last.current = { key, panes };
    if (before.key === key) return;
    for (const side of sides) {
      const offset = offsetAt(keyOf(before.key, side));
      const stays = before.panes[side].pathname === panes[side].pathname;
      if (stays && offset !== undefined && offsetAt(keyOf(key, side)) === undefined)
        rememberOffset(keyOf(key, side), offset);
    }
  }, [key, panes]);
}
