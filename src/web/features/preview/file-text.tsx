// Fetches the text of a file for the viewers that show it; of a huge one only the first part, with a note.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileText } from '#web/api/file-parts.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import css from './preview.module.css';

const most = 2_000_000;

export interface FileTextProps {
  readonly file: ViewerFile;
  readonly children: (text: string) => ReactNode;
}

export function FileText({ file, children }: FileTextProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const { data, error, refetch } = useQuery(fileText(file.address, file.bytes, most));
  if (error !== null) {
    return (
      <div className={css.problem}>
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className={css.waiting}>
        <Spinner size={22} />
      </div>
    );
  }
  return (
    <div className={css.stack}>
      {data.truncated ? (
        <div className={css.band}>
          <Note kind="warn">{t('truncated', { size: format.size(most) })}</Note>
        </div>
      ) : null}
      {children(data.text)}
    </div>
  );
}
