// A page of an extension; other addresses show the app's own pages.
import type { ReactNode } from 'react';
import { useMatch } from 'react-router-dom';
import { PagePlace } from '#web/frame/page-place.tsx';
import { currentLanguage } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { wordsIn } from './contributions.ts';
import { extensionPagePattern } from './extension-address.ts';
import { ExtensionView } from './extension-view.tsx';
import css from './extensions.module.css';
import { useExtensionList } from './extensions-store.ts';

export interface ExtensionPageProps {
  /** Shown at any other address. */
  readonly children: ReactNode;
}

export function ExtensionPage({ children }: ExtensionPageProps) {
  const { t } = useTranslation('extensions');
  const match = useMatch(extensionPagePattern);
  const { id = '', page = '' } = match?.params ?? {};
  const extension = useExtensionList(({ list }) => list.find((one) => one.id === id));
  const shown = extension?.contributions?.pages.find(({ key }) => key === page);
  if (match === null) return children;
  if (extension === undefined || shown === undefined || extension.state.status === 'off') {
    const awaited = extension?.state.status === 'starting';
    return (
      <div className={css.page} aria-busy={awaited || undefined}>
        <PagePlace title={t('title')} />
        <VisuallyHidden as="h1">{t('title')}</VisuallyHidden>
        {awaited ? null : <EmptyState title={t('nothingHere')}>{t('nothingHereText')}</EmptyState>}
      </div>
    );
  }
  const title = wordsIn(shown.title, currentLanguage());
  return (
    <div className={css.page}>
      <PagePlace title={title} />
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      <ExtensionView
        key={`${id} ${page}`}
        extension={extension}
        what="pages"
        contribution={shown}
        title={title}
        document={null}
      />
    </div>
  );
}
