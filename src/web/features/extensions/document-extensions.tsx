// The parts of extensions on a document's page: tabs beside its preview, and previews. Their code is loaded only if there
// are extensions.
import { type ReactNode, Suspense } from 'react';
import { blobOf } from '#web/api/document-context.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { currentLanguage } from '#web/i18n/texts.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { wordsIn } from './contributions.ts';
import { useExtensionList } from './extensions-store.ts';
import { hasMediaType, ruleHolds } from './rules.ts';

const ExtensionView = lazyPart(() =>
  import('./extension-view.tsx').then((module) => ({ default: module.ExtensionView })),
);

export interface ExtensionPanel {
  /** Its name in the address. */
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export function useExtensionPanels(document: StoredDocument): readonly ExtensionPanel[] {
  const { list } = useExtensionList();
  return list
    .filter(({ state }) => state.status !== 'off')
    .flatMap((extension) =>
      (extension.contributions?.panels ?? [])
        .filter(({ applies }) => ruleHolds(applies, [document]))
        .map((panel) => {
          const label = wordsIn(panel.title, currentLanguage());
          return {
            id: `${extension.id}.${panel.key}`,
            label,
            content: (
              <ExtensionView
                extension={extension}
                what="panels"
                contribution={panel}
                title={label}
                document={document}
              />
            ),
          };
        }),
    );
}

export interface ExtensionPreviewProps {
  readonly document: DocumentEntity;
  /** The app's own preview. */
  readonly children: ReactNode;
}

/** Uses the first extension with a previewer for such files; else the app's own preview. */
export function ExtensionPreview({ document, children }: ExtensionPreviewProps) {
  const { list } = useExtensionList();
  const blob = blobOf(document);
  const [first] = list
    .filter(({ state }) => state.status !== 'off')
    .flatMap((extension) =>
      (extension.contributions?.previewers ?? [])
        .filter(({ mediaTypes }) => blob !== null && hasMediaType(mediaTypes, blob['mime-type']))
        .map((previewer) => ({ extension, previewer })),
    );
  if (first === undefined || !isStored(document)) return children;
  return (
    <Suspense>
      <ExtensionView
        // A new key for each file, so that another file of the document is loaded anew.
        key={`${document.uid} ${blob?.digest}`}
        extension={first.extension}
        what="previewers"
        contribution={first.previewer}
        title={document.title}
        document={document}
      />
    </Suspense>
  );
}
