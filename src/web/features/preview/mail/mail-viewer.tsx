// A mail as its recipient sees it. Its HTML is in a frame without scripts, which fetches nothing from elsewhere.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide';
import { saveFile } from '#web/api/blobs.ts';
import { fileContent } from '#web/api/file-content.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FileGlyph } from '#web/ui/file-glyph.tsx';
import { fileKindOf } from '#web/ui/file-kind.ts';
import { PageFrame } from '../html/page-frame.tsx';
import { printMadePage } from '../html/print-made-page.ts';
import { PreviewProblem } from '../preview-problem.tsx';
import { PreviewWaiting } from '../preview-waiting.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { printText } from '../print/print-texts.ts';
import css from './mail-viewer.module.css';
import { type MailAttachment, readMail } from './read-mail.ts';

export function MailViewer({ file }: { readonly file: ViewerFile }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: ['mails', file.address],
      queryFn: async () =>
        readMail(await (await queries.fetchQuery(fileContent(file.address))).arrayBuffer()),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
  );
  if (error !== null) {
    return (
      <PreviewProblem
        file={file}
        reason={t('failed', { reason: error.message })}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return <PreviewWaiting />;
  }
  const facts = [
    ['from', data.from],
    ['to', data.to],
    ['cc', data.cc],
    ['date', data.date === null ? [] : [format.dateTime(data.date)]],
  ] as const;
  const subject = data.subject === '' ? t('mail.noSubject') : data.subject;
  const find = async (source: string) =>
    data.pictures.get(decodeURIComponent(source.replace(/^cid:/i, ''))) ?? null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
    <section className={css.mail} tabIndex={0} aria-label={t('mail.label')}>
      <header className={css.head}>
        <div className={css.title}>
          <h2 dir="auto">{subject}</h2>
          <PrintButton
            print={() => {
              const names = data.attachments.map(({ name }) => name);
              const head = [...facts, ['attachments', names] as const]
                .filter(([, values]) => values.length > 0)
                .map(([name, values]) => `${t(`mail.${name}`)}: ${values.join(', ')}`);
              return data.html === null
                ? printText(subject, [subject, ...head, '', data.text].join('\n'))
                : printMadePage({ title: subject, source: data.html, find, head: [subject, ...head] });
            }}
          />
        </div>
        <dl>
          {facts
            .filter(([, values]) => values.length > 0)
            .map(([name, values]) => (
              <div key={name}>
                <dt>{t(`mail.${name}`)}</dt>
                <dd>
                  <bdi>{values.join(', ')}</bdi>
                </dd>
              </div>
            ))}
        </dl>
        {data.attachments.length === 0 ? null : (
          <ul className={css.attachments} aria-label={t('mail.attachments')}>
            {data.attachments.map((attachment, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change.
              <Attachment key={index} attachment={attachment} />
            ))}
          </ul>
        )}
      </header>
      {data.html === null ? (
        <pre className={css.text} dir="auto">
          {data.text}
        </pre>
      ) : (
        <PageFrame source={data.html} label={t('mail.message')} find={find} />
      )}
    </section>
  );
}

function Attachment({ attachment }: { readonly attachment: MailAttachment }) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const { name, mediaType, content } = attachment;
  return (
    <li>
      <FileGlyph kind={fileKindOf(mediaType, name)} size={20} />
      <bdi>{name}</bdi>
      <span className={css.size}>{format.size(content.size)}</span>
      <Button
        variant="quiet"
        size="small"
        icon={Download}
        aria-label={t('mail.save', { name })}
        onClick={() => saveFile(content, name)}
      >
        {t('download')}
      </Button>
    </li>
  );
}
