/** Beside the name of a version: its number, since its title is that of the document. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import css from './document-name.module.css';
import type { StoredDocument } from './stored-document.ts';

export function VersionMark({
  document: { isVersion, versionLabel = '' },
}: {
  readonly document: StoredDocument;
}) {
  return isVersion ? <VersionLabel label={versionLabel} /> : null;
}

export function VersionLabel({ label }: { readonly label: string }) {
  const { t } = useTranslation('changes');
  return <span className={css.version}>{t('version', { label })}</span>;
}
