/** Beside the name of what is a version: which one, as its title is that of the document. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './document-name.module.css';
import type { StoredDocument } from './stored-document.ts';

export function VersionMark({
  document: { isVersion, versionLabel },
}: {
  readonly document: StoredDocument;
}) {
  const { t } = useTranslation('changes');
  return isVersion ? (
    <span className={css.version}>{t('version', { label: versionLabel ?? '' })}</span>
  ) : null;
}
