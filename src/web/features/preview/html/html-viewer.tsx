// An HTML file as a page, or its source.
import { useState } from 'react';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Segments } from '#web/ui/segments.tsx';
import { FileText } from '../file-text.tsx';
import previewCss from '../preview.module.css';
import { PrintButton } from '../print/print-button.tsx';
import { printText } from '../print/print-texts.ts';
import { SourceText } from '../text-viewer.tsx';
import tools from '../tools.module.css';
import { PageFrame } from './page-frame.tsx';
import { printMadePage } from './print-made-page.ts';

export function HtmlViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const [view, setView] = useState<'page' | 'source'>('page');
  return (
    <FileText file={file}>
      {(text) => (
        <>
          <div className={tools.tools}>
            <Segments
              label={t('page.views')}
              value={view}
              onChange={setView}
              segments={[
                { id: 'page', label: t('page.look') },
                { id: 'source', label: t('page.source') },
              ]}
            />
            <span className={tools.gap} />
            <PrintButton
              print={() =>
                view === 'source'
                  ? printText(file.name, text)
                  : printMadePage({ title: file.name, source: text })
              }
            />
          </div>
          {view === 'source' ? (
            <SourceText text={text} file={file} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
            <section className={previewCss.scroll} tabIndex={0} aria-label={t('page.look')}>
              <PageFrame source={text} label={file.name} />
            </section>
          )}
        </>
      )}
    </FileText>
  );
}
