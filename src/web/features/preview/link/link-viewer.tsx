/** Shows a link file: its full address as a link, or the text of the file if it has no address that is safe to open. */
import { ExternalLink } from 'lucide';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import { FileText } from '../file-text.tsx';
import { PlainText } from '../plain-text.tsx';
import css from '../preview.module.css';
import { linkIn } from './read-link.ts';

export function LinkViewer({ file }: { readonly file: ViewerFile }) {
  return (
    <FileText file={file}>
      {(text) => {
        const address = linkIn(text);
        return address === null ? <PlainText text={text} /> : <Link address={address} />;
      }}
    </FileText>
  );
}

function Link({ address }: { readonly address: string }) {
  const { t } = useTranslation('preview');
  return (
    <div className={css.none}>
      <p>{t('link.leads')}</p>
      <a className={css.link} href={address} target="_blank" rel="noopener noreferrer">
        <Icon icon={ExternalLink} />
        <bdi dir="ltr">{address}</bdi>
      </a>
    </div>
  );
}
