/** One result: thumbnail, name, path, the text around the found words; at the end its state, kind and date. */

import { Fragment, useContext } from 'react';
import { isFolderish, propertyOf } from '#web/api/document-context.ts';
import { isRecipe } from '#web/api/recipes.ts';
import { DocumentLink } from '#web/documents/document-name.tsx';
import { shownName } from '#web/documents/kind-word.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { Thumbnail } from '#web/documents/thumbnail.tsx';
import { useAllKindWords } from '#web/documents/use-all-kind-words.ts';
import { VersionMark } from '#web/documents/version-mark.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MiddleTruncate } from '#web/ui/middle-truncate.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import { isString } from '#wire/json.ts';
import { foldersAbove, snippetOf } from './highlight.ts';
import { PlaceNames } from './place-names.ts';
import css from './result-row.module.css';

export function ResultRow({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const words = useAllKindWords();
  const titles = useContext(PlaceNames);
  const folders = foldersAbove(document.path);
  const nearest = folders.at(-1);
  const nameOf = (path: string) => titles.get(path) ?? path.slice(path.lastIndexOf('/') + 1);
  const modified = propertyOf(document, 'dc:modified');
  const day = isString(modified) ? format.day(new Date(modified)) : '';
  const recipe = isRecipe(document);
  // The content of a recipe is data for the app, not text for readers.
  const snippet = recipe ? [] : snippetOf(document);
  return (
    <>
      <span className={css.picture}>
        <Thumbnail document={document} glyphSize={32} />
      </span>
      <span className={css.name} data-name>
        <DocumentLink document={document}>
          <MiddleTruncate name={shownName(document)} extension={!isFolderish(document)} />
        </DocumentLink>
        <VersionMark document={document} />
      </span>
      <span className={css.place}>
        <span className={css.above}>
          {folders.slice(0, -1).map((path) => (
            <Fragment key={path}>
              <bdi>{nameOf(path)}</bdi>
              {' / '}
            </Fragment>
          ))}
        </span>
        <bdi>{nearest === undefined ? t('results.root') : nameOf(nearest)}</bdi>
      </span>
      {snippet.length === 0 ? null : (
        <span className={css.snippet} dir="auto">
          {snippet.map(({ text, hit }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are identified by their position.
            hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </span>
      )}
      <span className={css.facts}>
        {document.state === null || isFolderish(document) ? null : <StateGlyph state={document.state} />}
        <span>
          <bdi>{recipe ? t('results.recipe') : words.of(document)}</bdi>
          {day === '' ? null : ', '}
          <bdi>{day}</bdi>
        </span>
      </span>
    </>
  );
}

export function AwaitedRow({ index }: { readonly index: number }) {
  return (
    <>
      <span className={css.picture}>
        <span className={css.blank} />
      </span>
      <span className={css.name}>
        <Skeleton width={`${36 + ((index * 29) % 34)}%`} />
      </span>
      <span className={css.place}>
        <Skeleton width="28%" height={8} />
      </span>
      <span className={css.snippet}>
        <Skeleton width="82%" height={8} />
      </span>
    </>
  );
}
