/** Shown in a folder without rows: nothing matches the filter, or the folder is empty and these are the ways to fill it. */

import { useQuery } from '@tanstack/react-query';
import { BookType, FolderPlus, FolderUp, Keyboard, Upload, Users } from 'lucide';
import { Link } from 'react-router-dom';
import { creatableTypes, mayAddTo, mayTry } from '#web/api/document-context.ts';
import { me } from '#web/api/me.ts';
import { ask } from '#web/documents/changes/question.ts';
import { useMediaQuery } from '#web/documents/list/use-media-query.ts';
import { useBrowseSlots } from '#web/documents/slots.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon, type IconNode } from '#web/ui/icon.tsx';
import { orderedTypes } from './creatable.ts';
import css from './folder-empty.module.css';

export interface FolderEmptyProps {
  readonly folder: StoredDocument;
  readonly filter: string;
  /** A filter is set, be it only of a column. */
  readonly filtered: boolean;
  readonly onClearFilter: () => void;
}

export function FolderEmpty({ folder, filter, filtered, onClearFilter }: FolderEmptyProps) {
  const { t } = useTranslation('browse');
  const { t: list } = useTranslation('documents');
  if (filtered && filter === '') {
    return (
      <EmptyState
        title={t('empty.filtered.none')}
        action={<Button onClick={onClearFilter}>{t('empty.filtered.clear')}</Button>}
      >
        {t('empty.filtered.noneText')}
      </EmptyState>
    );
  }
  if (filter !== '') {
    return (
      <EmptyState
        title={t('empty.filtered.title')}
        action={
          <>
            <Button onClick={onClearFilter}>{list('filter.clear')}</Button>
            <Link className={buttonClass({})} to={paths.search.href({ text: filter, in: folder.path })}>
              {t('empty.filtered.below')}
            </Link>
          </>
        }
      >
        {t('empty.filtered.text', { filter })}
      </EmptyState>
    );
  }
  return <Nothing folder={folder} />;
}

function Nothing({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('browse');
  const { t: changes } = useTranslation('changes');
  const words = useKindWords();
  const isAdministrator = useQuery(me()).data?.isAdministrator === true;
  // Touch screens have neither drag and drop nor a keyboard, so do not explain these.
  const byTouch = useMediaQuery('(pointer: coarse)');
  const { onPickFiles } = useBrowseSlots();
  const types = orderedTypes(creatableTypes(folder));
  const [first] = types;
  const takesFiles = types.includes('File') && onPickFiles !== undefined;
  if (first === undefined || !mayAddTo(folder))
    return <EmptyState title={t('empty.closed.title')}>{t('empty.closed.text')}</EmptyState>;
  const steps: readonly (readonly [string, IconNode, string | null])[] = [
    ...(mayTry(folder, 'WriteSecurity')
      ? ([['people', Users, paths.doc.href(folder.uid, 'rights')]] as const)
      : []),
    ...(isAdministrator ? ([['vocabularies', BookType, paths.directories.href()]] as const) : []),
    ...(byTouch ? [] : [['keys', Keyboard, null] as const]),
  ];
  const files = byTouch ? 'empty.start.touch' : 'empty.start.drop';
  return (
    <div className={css.start}>
      <EmptyState
        title={t('empty.start.title')}
        action={
          <>
            {takesFiles ? (
              <>
                <Button variant="primary" icon={Upload} onClick={() => onPickFiles(folder, 'files')}>
                  {t('empty.start.files')}
                </Button>
                <Button icon={FolderUp} onClick={() => onPickFiles(folder, 'folder')}>
                  {t('empty.start.folder')}
                </Button>
              </>
            ) : null}
            <Button icon={FolderPlus} onClick={() => ask({ kind: 'new', folder, type: first })}>
              {changes('new.one', { type: words.ofType(first) })}
            </Button>
          </>
        }
      >
        {t(takesFiles ? files : 'empty.start.text')}
      </EmptyState>
      {steps.length === 0 ? null : (
        <ul className={css.steps}>
          {steps.map(([name, icon, to]) => (
            <li key={name} className={css.step}>
              <Icon icon={icon} />
              <h3>
                {to === null ? t(`empty.${name}.title`) : <Link to={to}>{t(`empty.${name}.title`)}</Link>}
              </h3>
              <p>{t(`empty.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
