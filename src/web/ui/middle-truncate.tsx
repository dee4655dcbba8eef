// A name that is cut in the middle when room is short: versions, annexes and sheet numbers live at the end.
// Isolated in its own direction; the whole name is what assistive technology and copying get.
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { cutName } from './cut-name.ts';
import css from './middle-truncate.module.css';

export interface MiddleTruncateProps {
  readonly name: string;
  /** A folder's dot is no extension. */
  readonly extension?: boolean;
  /** Content language, when known. */
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
