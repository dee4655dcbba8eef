/** The terms of one vocabulary: a tree with identifiers, a filter, and the commands for each term. */

import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, CornerDownRight, Pencil, Plus } from 'lucide';
import { Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { me } from '#web/api/me.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ContextMenu, type Point } from '#web/ui/context-menu.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tree, type TreeDrag } from '#web/ui/tree.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { DirectoryEntity } from '#wire/directory.ts';
import type { UserEntity } from '#wire/people.ts';
import type { BulkFailure } from '#wire/search.ts';
import css from './directories-page.module.css';
import { NewTermDialog } from './new-term-dialog.tsx';
import { TermPane } from './term-pane.tsx';
import { ancestorKeys, keyOf, placesBetween, type Term } from './terms.ts';
import { TermsFile } from './terms-file.tsx';
import { useMoveTerm } from './use-move-term.ts';
import { termsPerPage, useTerms } from './use-terms.ts';

const FailuresDialog = lazyPart(() =>
  import('#web/documents/jobs/failures-dialog.tsx').then((module) => ({ default: module.FailuresDialog })),
);

export interface TermsSectionProps {
  readonly directory: DirectoryEntity;
  readonly label: string;
}

/** Administrators and power users; the server checks again. */
function mayEditTerms(user: UserEntity | undefined): boolean {
  return (
    user?.isAdministrator === true || (user?.extendedGroups ?? []).some(({ name }) => name === 'powerusers')
  );
}

export function TermsSection({ directory, label }: TermsSectionProps) {
  const { t } = useTranslation('directories');
  const format = useFormat();
  const [address, setAddress] = useSearchParams();
  const [words, setWords] = useState('');
  const [failures, setFailures] = useState<readonly BulkFailure[]>([]);
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [adding, setAdding] = useState<{ readonly parent: string | null } | null>(null);
  const [menu, setMenu] = useState<{ readonly term: Term; readonly at: Point } | null>(null);
  const self = useQuery(me()).data;
  const editable = mayEditTerms(self);
  const terms = useTerms(directory, words, offset);
  const move = useMoveTerm(directory.name, terms.tree);
  const chosen = address.get('term');
  const choose = (entryId: string | null) =>
    setAddress(entryId === null ? {} : { term: entryId }, { replace: chosen !== null });
  const { shown, total } = terms;
  const filtering = words.trim() !== '';
  // The branches above the selected term are open until somebody closes them.
  const way = chosen === null ? [] : ancestorKeys(terms.tree, keyOf(directory.name, chosen));
  const isOpen = (id: string) => open.get(id) ?? way.includes(id);
  const expanded = new Set([...shown.children.keys()].filter((id) => filtering || isOpen(id)));
  const toggle = ({ id }: Term, wanted: boolean) => setOpen(new Map(open).set(id, wanted));
  // A term dropped on a sibling takes its place; keyboard users move it by the menu.
  const dragged = useRef<Term | null>(null);
  const placesTo = (target: Term) =>
    dragged.current === null ? 0 : placesBetween(terms.tree, dragged.current.id, target.id);
  const drag: TreeDrag<Term> = {
    onStart: (term, transfer) => {
      dragged.current = term;
      transfer.setData('text/plain', term.label);
      transfer.effectAllowed = 'move';
    },
    dropEffect: (term) => (placesTo(term) === 0 ? null : 'move'),
    onDrop: (term) => dragged.current !== null && move.run(dragged.current, placesTo(term)),
  };
  const parentHere = directory.parent === directory.name;

  const entriesFor = (term: Term): readonly MenuEntry[] => [
    { id: 'edit', icon: Pencil, label: t(editable ? 'edit' : 'show'), onSelect: () => choose(term.entryId) },
    ...(editable
      ? [
          ...(parentHere
            ? [
                {
                  id: 'under',
                  icon: CornerDownRight,
                  label: t('addUnder'),
                  onSelect: () => setAdding({ parent: term.entryId }),
                },
              ]
            : []),
          { id: 'up', icon: ArrowUp, label: t('moveUp'), onSelect: () => move.run(term, -1) },
          { id: 'down', icon: ArrowDown, label: t('moveDown'), onSelect: () => move.run(term, 1) },
        ]
      : []),
  ];
  return (
    <section className={css.section} aria-label={label}>
      <header className={css.head}>
        <VisuallyHidden as="h1" on="phone">
          {label}
        </VisuallyHidden>
        <span className={css.count}>{t('terms', { count: total, number: format.count(total) })}</span>
        <div className={css.tools}>
          <SearchBox className={css.filter} label={t('filter')} value={words} onChange={setWords} />
          <TermsFile directory={directory} label={label} editable={editable} />
          <Button
            icon={Plus}
            disabled={!editable}
            title={editable ? undefined : t('notEditor')}
            onClick={() => setAdding({ parent: null })}
          >
            {t('add')}
          </Button>
        </div>
      </header>
      <div className={css.columns} aria-hidden="true">
        <span>{t('label')}</span>
        <span>{t('identifier')}</span>
      </div>
      <div className={css.terms}>
        {terms.error === null ? null : (
          <Note kind="bad" onRetry={terms.retry}>
            {t('failed', { reason: terms.error.message })}
          </Note>
        )}
        {move.error === null ? null : <RefusalNote error={move.error} />}
        {terms.pending ? <Skeleton width="60%" /> : null}
        {!terms.pending && shown.roots.length === 0 && terms.error === null ? (
          <p className={css.none}>{t(filtering ? 'noMatch' : 'noTerms')}</p>
        ) : (
          <Tree
            label={t('termsOf', { name: label })}
            roots={shown.roots}
            childrenOf={({ id }) => ({ status: 'ready', nodes: shown.children.get(id) ?? [] })}
            expanded={expanded}
            onExpand={toggle}
            onRetry={terms.retry}
            current={chosen === null ? undefined : keyOf(directory.name, chosen)}
            onChoose={(term) => (term.borrowed ? toggle(term, !isOpen(term.id)) : choose(term.entryId))}
            onMenu={(term, at) => !term.borrowed && setMenu({ term, at })}
            drag={editable ? drag : undefined}
            end={(term) => (
              <span className={css.code} data-obsolete={term.obsolete || undefined}>
                <code dir="auto">{term.entryId}</code>
                {term.obsolete ? <span className={css.word}>{t('obsolete')}</span> : null}
              </span>
            )}
          />
        )}
      </div>
      {directory.parent === null && !filtering ? (
        <Pager
          offset={offset}
          pageSize={termsPerPage}
          total={total}
          number={format.count}
          onOffset={setOffset}
        />
      ) : null}
      <ContextMenu
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        label={menu?.term.label ?? ''}
        entries={menu === null ? [] : entriesFor(menu.term)}
      />
      {chosen === null ? null : (
        <TermPane
          key={`${directory.name} ${chosen}`}
          directory={directory}
          id={chosen}
          terms={terms}
          editable={editable}
          onMove={move.run}
          onMerged={(still) => {
            setFailures(still);
            if (still.length === 0) choose(null);
          }}
          onClose={() => choose(null)}
        />
      )}
      {failures.length === 0 ? null : (
        <Suspense fallback={<AwaitedDialog onClose={() => setFailures([])} />}>
          <FailuresDialog failures={failures} count={failures.length} onClose={() => setFailures([])} />
        </Suspense>
      )}
      {adding === null ? null : (
        <NewTermDialog
          directory={directory}
          terms={terms}
          parent={adding.parent}
          onClose={() => setAdding(null)}
          onDone={(id) => {
            setAdding(null);
            choose(id);
          }}
        />
      )}
    </section>
  );
}
