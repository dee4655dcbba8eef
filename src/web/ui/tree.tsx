// A tree of places or terms: one tab stop with a roving position, children loaded when a node is opened, every row a drop target.
// Invariant: a node whose children failed to load shows the reason and can be tried again.
import { ChevronRight } from 'lucide';
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import type { Point } from './context-menu.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import css from './tree.module.css';
import { type TreeChildren, type TreeNode, type TreeRow, treeMove, treeRows } from './tree-rows.ts';
import { createTypeAhead, findByName } from './type-ahead.ts';

export interface TreeProps<Node extends TreeNode> {
  readonly label: string;
  readonly roots: readonly Node[];
  /** Called only for open nodes. */
  readonly childrenOf: (node: Node) => TreeChildren<Node>;
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (node: Node, open: boolean) => void;
  readonly onRetry: (node: Node) => void;
  /** Id of the node of the current page. */
  readonly current?: string;
  readonly onChoose: (node: Node, how: { readonly newTab: boolean }) => void;
  readonly icon?: (node: Node, open: boolean) => ReactNode;
  /** After the label: a count, a code. */
  readonly end?: (node: Node) => ReactNode;
  readonly onMenu?: (node: Node, at: Point) => void;
  readonly onKey?: (event: KeyboardEvent, node: Node) => boolean;
  readonly drag?: TreeDrag<Node>;
}

export interface TreeDrag<Node> {
  readonly onStart?: (node: Node, transfer: DataTransfer) => void;
  readonly dropEffect: (node: Node, event: DragEvent) => 'move' | 'copy' | 'link' | null;
  readonly onDrop: (node: Node, event: DragEvent) => void;
}

const restMs = 800;

export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { label, roots, expanded, childrenOf, current, onChoose, onExpand } = props;
  const rows = treeRows(roots, expanded, childrenOf);
  const [focusedId, setFocusedId] = useState<string | undefined>(undefined);
  const typeAhead = useMemo(createTypeAhead, []);
  const tree = useRef<HTMLDivElement>(null);
  const cursor = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === (focusedId ?? current)),
  );

  const focus = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setFocusedId(row.node.id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.node.id)}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[cursor];
    if (row === undefined || event.nativeEvent.isComposing || event.altKey) return;
    if (event.target instanceof Element && event.target.getAttribute('role') !== 'treeitem') return;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const move = treeMove(rows, cursor, event.key, rtl);
    const failed = row.children?.status === 'failed';
    const inward = event.key === (rtl ? 'ArrowLeft' : 'ArrowRight');
    if (move?.kind === 'go') focus(move.index);
    else if (failed && inward) props.onRetry(row.node);
    else if (move !== undefined) onExpand(row.node, move.kind === 'open');
    else if (event.key === 'Enter' || (event.key === ' ' && !typeAhead.isTyping(performance.now())))
      onChoose(row.node, { newTab: event.ctrlKey || event.metaKey });
    else if (props.onKey?.(event, row.node)) event.stopPropagation();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
      const text = typeAhead.add(event.key, performance.now());
      const found = findByName(text, cursor, rows.length, (index) => rows[index]?.node.label);
      if (found !== undefined) focus(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={tree} role="tree" aria-label={label} className={css.tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <TreeItem
          key={row.node.id}
          row={row}
          tree={props}
          tabIndex={index === cursor ? 0 : -1}
          onFocus={() => setFocusedId(row.node.id)}
        />
      ))}
    </div>
  );
}

interface TreeItemProps<Node extends TreeNode> {
  readonly row: TreeRow<Node>;
  readonly tree: TreeProps<Node>;
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

function TreeItem<Node extends TreeNode>({ row, tree, tabIndex, onFocus }: TreeItemProps<Node>) {
  const { t } = useTranslation('ui');
  const { node, open, children } = row;
  const dropping = useTreeDrop(row, tree);
  const failed = children?.status === 'failed' ? children.reason : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows.
    <div
      role="treeitem"
      data-id={node.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={node.hasChildren ? open : undefined}
      aria-selected={tree.current === node.id}
      aria-current={tree.current === node.id ? 'true' : undefined}
      aria-busy={children?.status === 'loading' || undefined}
      tabIndex={tabIndex}
      className={cx(css.item, dropping.over && css.over)}
      style={{ '--level': row.level - 1 }}
      onFocus={onFocus}
      onClick={(event) => tree.onChoose(node, { newTab: event.ctrlKey || event.metaKey })}
      onContextMenu={(event) => {
        if (tree.onMenu === undefined) return;
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        const fromKeys = event.button !== 2;
        tree.onMenu(
          node,
          fromKeys ? { x: box.left + 24, y: box.bottom } : { x: event.clientX, y: event.clientY },
        );
      }}
      {...dropping.handlers}
    >
      <span
        className={css.twisty}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (node.hasChildren) tree.onExpand(node, !open);
        }}
      >
        {children?.status === 'loading' ? (
          <Spinner size={12} />
        ) : node.hasChildren ? (
          <Icon icon={ChevronRight} size={13} directional={!open} className={cx(open && css.open)} />
        ) : null}
      </span>
      {tree.icon?.(node, open)}
      <bdi className={css.label}>{withVisibleControls(node.label)}</bdi>
      {tree.end?.(node)}
      {failed === undefined ? null : (
        <span className={css.failed}>
          {t('tree.failed', { reason: failed })}
          <button
            type="button"
            tabIndex={-1}
            className={css.retry}
            onClick={(event) => {
              event.stopPropagation();
              tree.onRetry(node);
            }}
          >
            {t('retry')}
          </button>
        </span>
      )}
    </div>
  );
}

/** Only the row under the pointer is marked; a closed one opens after a rest of 800 ms. */
function useTreeDrop<Node extends TreeNode>(row: TreeRow<Node>, { drag, onExpand }: TreeProps<Node>) {
  const [over, setOver] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (drag === undefined) return { over: false, handlers: {} };
  const { node, open } = row;
  const leave = () => {
    clearTimeout(timer.current);
    setOver(false);
  };
  const handlers = {
    draggable: drag.onStart !== undefined,
    onDragStart: (event: DragEvent) => drag.onStart?.(node, event.dataTransfer),
    onDragOver: (event: DragEvent) => {
      const effect = drag.dropEffect(node, event);
      if (effect === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = effect;
      if (over) return;
      setOver(true);
      if (node.hasChildren && !open) timer.current = setTimeout(() => onExpand(node, true), restMs);
    },
    onDragLeave: leave,
    onDrop: (event: DragEvent) => {
      leave();
      if (drag.dropEffect(node, event) === null) return;
      event.preventDefault();
      event.stopPropagation();
      drag.onDrop(node, event);
    },
  };
  return { over, handlers };
}
