// Two pictures: one over the other with a line to drag between them, or side by side.
import { useState } from 'react';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import previewCss from '../preview.module.css';
import { shownFileOf } from './comparable.ts';
import css from './compare.module.css';
import type { ComparedProps } from './compared-text.tsx';

export function ComparedPictures({ earlier, later }: ComparedProps) {
  const one = shownFileOf(earlier);
  const other = shownFileOf(later);
  return one === null || other === null ? null : <Pair earlier={one} later={other} />;
}

function Pair({ earlier, later }: { readonly earlier: ViewerFile; readonly later: ViewerFile }) {
  const { t } = useTranslation('preview');
  const [layout, setLayout] = useState<'swipe' | 'beside'>('swipe');
  const [split, setSplit] = useState(50);
  const [broken, setBroken] = useState(false);
  const one = useMediaUrl(earlier.address);
  const other = useMediaUrl(later.address);
  const error = one.error ?? other.error;
  if (error !== null || broken) {
    return (
      <div className={previewCss.problem}>
        <Note
          kind="bad"
          onRetry={() => {
            setBroken(false);
            one.retry();
            other.retry();
          }}
        >
          {error?.message ?? t('brokenImage')}
        </Note>
      </div>
    );
  }
  const picture = (url: string | undefined, label: string) =>
    url === undefined ? null : (
      <img src={url} alt={label} draggable={false} onError={() => setBroken(true)} />
    );
  return (
    <div className={previewCss.stack}>
      <div className={css.tools} role="toolbar" aria-label={t('compare.tools')}>
        <Segments
          label={t('compare.layout')}
          value={layout}
          onChange={setLayout}
          segments={[
            { id: 'swipe', label: t('compare.swipe') },
            { id: 'beside', label: t('compare.beside') },
          ]}
        />
      </div>
      {layout === 'swipe' ? (
        <div className={css.swipe} dir="ltr" style={{ '--place': `${split}%` }}>
          {picture(other.url, t('compare.later'))}
          <div className={css.over}>{picture(one.url, t('compare.earlier'))}</div>
          <input
            type="range"
            min={0}
            max={100}
            value={split}
            aria-label={t('compare.share')}
            onChange={(event) => setSplit(event.currentTarget.valueAsNumber)}
          />
          <span className={css.line} aria-hidden="true" />
          <span className={css.tag} aria-hidden="true">
            {t('compare.earlier')}
          </span>
          <span className={css.tag} data-end aria-hidden="true">
            {t('compare.later')}
          </span>
        </div>
      ) : (
        <section
          className={css.pages}
          data-layout="beside"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
          tabIndex={0}
          aria-label={t('compare.pictures')}
        >
          <figure className={css.sheet}>
            <figcaption>{t('compare.earlier')}</figcaption>
            {picture(one.url, t('compare.earlier'))}
          </figure>
          <figure className={css.sheet}>
            <figcaption>{t('compare.later')}</figcaption>
            {picture(other.url, t('compare.later'))}
          </figure>
        </section>
      )}
    </div>
  );
}
