// Panels of which one is shown. The current tab belongs in the address, so this is always controlled.
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import line from './scrolled-line.module.css';
import css from './tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  /** A number after the label. */
  readonly count?: string;
  readonly disabled?: boolean;
  readonly content: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Must equal the width in the stylesheet. */
const edgePx = 11;

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const labels = tabs.map((tab) => `${tab.label} ${tab.count}`).join();
  // The library scrolls only for keys. Here the address can also select a tab, and a new count can push it out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another one is chosen or their width changes.
  useEffect(() => {
    if (list.current !== null) bringIntoSight(list.current);
  }, [value, labels]);
  return (
    <BaseTabs.Root
      className={css.root}
      value={value}
      onValueChange={(next) => typeof next === 'string' && onChange(next)}
    >
      <BaseTabs.List ref={list} className={cx(css.list, line.line)} aria-label={label}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.id} className={css.tab} value={tab.id} disabled={tab.disabled}>
            {tab.label}
            {tab.count === undefined ? null : <span className={css.count}>{tab.count}</span>}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.id} className={css.panel} value={tab.id}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}

/** Scrolls only the line of tabs: `scrollIntoView` would also scroll a sheet that is still sliding in. */
function bringIntoSight(line: HTMLElement): void {
  const chosen = line.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  if (chosen === undefined) return;
  const { left, right } = line.getBoundingClientRect();
  const beyond = chosen.right + edgePx - right;
  const before = left + edgePx - chosen.left;
  if (beyond > 0) line.scrollLeft += beyond;
  else if (before > 0) line.scrollLeft -= before;
}
