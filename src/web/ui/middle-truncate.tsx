// A name cut in the middle if space is short: versions, annexes and sheet numbers are at the end of names. Isolated in its own
// direction; assistive technology and copying get the whole name.
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { cutName } from './cut-name.ts';
import css from './middle-truncate.module.css';

export interface MiddleTruncateProps {
  readonly name: string;
  /** False for a folder, whose dot does not begin an extension. */
  readonly extension?: boolean;
  /** Language of the name, if known. */
  readonly lang?: string;
}

export function MiddleTruncate({ name, extension = true, lang }: MiddleTruncateProps) {
  const parts = cutName(withVisibleControls(name));
  return (
    <bdi className={css.name} lang={lang}>
      <span className={css.start}>{parts.start}</span>
      {parts.end === '' ? null : <span className={css.end}>{parts.end}</span>}
      {parts.extension === '' ? null : (
        <bdi className={extension ? css.extension : css.end} dir="ltr">
          {parts.extension}
        </bdi>
      )}
    </bdi>
  );
}
