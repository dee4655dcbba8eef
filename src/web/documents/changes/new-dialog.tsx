/** Asks for the name of a new document and the properties its type requires, makes it, and reports it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { History, Plus } from 'lucide';
import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError } from '#web/api/api-error.ts';
import { createDocument } from '#web/api/document-changes.ts';
import { documentTypes } from '#web/api/document-types.ts';
import { randomText } from '#web/api/random.ts';
import { schemas } from '#web/api/server-config.ts';
import type { FieldErrors } from '#web/forms/form-values.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Json } from '#wire/json.ts';
import { addressOf } from '../open-document.ts';
import { isStored, type StoredDocument } from '../stored-document.ts';
import { useKindWords } from '../use-kind-word.ts';
import { fieldsOfNew, hasProblems } from './fields-of-new.ts';
import { keepLastValues, lastValues } from './last-values.ts';

const NewProperties = lazyPart(() =>
  import('./new-properties.tsx').then((module) => ({ default: module.NewProperties })),
);

export interface NewDialogProps {
  readonly folder: StoredDocument;
  readonly type: string;
  readonly onClose: () => void;
}

export function NewDialog({ folder, type, onClose }: NewDialogProps) {
  const { t } = useTranslation('changes');
  const words = useKindWords();
  const { t: common } = useTranslation('ui');
  const navigate = useNavigate();
  const creating = useMutation(createDocument());
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [values, setValues] = useState<Readonly<Record<string, Json>>>({});
  const [errors, setErrors] = useState<FieldErrors>(new Map());
  const [all, setAll] = useState(false);
  const [tried, setTried] = useState(false);
  const queries = useQueryClient();
  const types = useQuery(documentTypes());
  const detailed = useQuery(schemas());
  const fields = fieldsOfNew(type, types.data, detailed.data);
  const shown = all ? fields : fields.filter(({ required }) => required);
  const [idempotencyKey] = useState(() => randomText(16));
  const field = useRef<HTMLInputElement>(null);
  const kind = words.ofType(type);
  const last = lastValues(type) ?? {};
  const offersMore = !all && fields.length > shown.length;
  const offersLast = Object.keys(last).length > 0 && Object.keys(values).length === 0;

  const submit = async () => {
    const name = title.trim();
    if (name === '') setProblem(t('new.nameMissing'));
    const missing = await lacks();
    setTried(true);
    if (name === '' || missing) return;
    setFailure(undefined);
    creating.mutate(
      { parentId: folder.uid, type, name, properties: { ...values, 'dc:title': name }, idempotencyKey },
      {
        onSuccess: (made) => {
          onClose();
          keepLastValues(type, values);
          if (made === null) addToast({ text: t('new.kept', { name }) });
          if (made === null || !isStored(made)) return;
          const open = () => void navigate(addressOf(made));
          addToast({ text: t('new.done', { name: made.title }), action: { label: t('open'), run: open } });
        },
        onError: (cause) => {
          const refused = isApiError(cause) ? cause.violations : new Map<string, readonly string[]>();
          const inSight = [...refused.keys()].every((path) => shown.some((one) => path.startsWith(one.name)));
          if (refused.size > 0 && inSight) setErrors(refused);
          else if (refused.has('dc:title')) setProblem(refused.get('dc:title')?.join(' '));
          else setFailure(t('new.failed', { reason: cause.message }));
        },
      },
    );
  };

  /** Waits for the server's types if they have not arrived; if they cannot be had, the server checks the values. */
  const lacks = async (): Promise<boolean> => {
    try {
      const [kinds, known] = await Promise.all([
        queries.ensureQueryData(documentTypes()),
        queries.ensureQueryData(schemas()),
      ]);
      return hasProblems(fieldsOfNew(type, kinds, known), values);
    } catch {
      return false;
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size={shown.length === 0 ? 'small' : 'normal'}
      guarded
      title={t('new.one', { type: kind })}
      description={t('new.in', { name: folder.title })}
      initialFocus={field}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" loading={creating.isPending} loadingText={t('new.making')}>
            {t('new.make')}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={t('new.name')}
        value={title}
        error={problem}
        required
        autoComplete="off"
        onChange={(next) => {
          setTitle(next);
          setProblem(undefined);
        }}
      />
      {shown.length === 0 ? null : (
        <Suspense fallback={<Skeleton width="70%" />}>
          <NewProperties
            fields={shown}
            values={values}
            errors={errors}
            tried={tried}
            onChange={(property, value) => {
              setValues({ ...values, [property]: value });
              setErrors(new Map());
            }}
          />
        </Suspense>
      )}
      {offersMore || offersLast ? (
        <div>
          {offersMore ? (
            <Button variant="quiet" size="small" icon={Plus} onClick={() => setAll(true)}>
              {t('new.more')}
            </Button>
          ) : null}
          {offersLast ? (
            <Button
              variant="quiet"
              size="small"
              icon={History}
              onClick={() => {
                setValues(last);
                setAll(true);
              }}
            >
              {t('new.last')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {failure === undefined ? null : <Note kind="bad">{failure}</Note>}
    </Dialog>
  );
}
