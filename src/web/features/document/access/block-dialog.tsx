// The question before inheritance is blocked or restored: the permissions of each person and group now and after.
import { useMutation } from '@tanstack/react-query';
import { FailureWords } from '#web/documents/failure-words.tsx';
import { PersonName } from '#web/forms/person-name.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Holding } from './access-sources.ts';
import css from './block-dialog.module.css';

export interface BlockDialogProps {
  /** The new state. */
  readonly blocked: boolean;
  readonly holdings: readonly Holding[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function BlockDialog({ blocked, holdings, onConfirm, onClose }: BlockDialogProps) {
  const { t } = useTranslation('document');
  const { t: tUi } = useTranslation('ui');
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog
      open
      title={t(blocked ? 'access.blockTitle' : 'access.unblockTitle')}
      description={t(blocked ? 'access.blockText' : 'access.unblockText')}
      onClose={onClose}
      onSubmit={() => confirm.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{tUi('cancel')}</Button>
          <Button type="submit" variant={blocked ? 'danger-fill' : 'primary'} loading={confirm.isPending}>
            {t(blocked ? 'access.block' : 'access.unblock')}
          </Button>
        </>
      }
    >
      {confirm.error === null ? null : (
        <Note kind="bad">
          <FailureWords error={confirm.error} />
        </Note>
      )}
      <table className={css.compared}>
        <thead>
          <tr>
            <th scope="col">{t('access.who')}</th>
            <th scope="col">{t('access.before')}</th>
            <th scope="col">{t('access.after')}</th>
          </tr>
        </thead>
        <tbody>
          {holdings.map(({ who, before, after }) => (
            <tr key={who}>
              <th scope="row">
                <PersonName id={who} />
              </th>
              <td>
                <Permissions names={before} />
              </td>
              <td data-lost={after.length === 0 || undefined}>
                <Permissions names={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function Permissions({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('document');
  if (names.length === 0) return t('access.nothing');
  return names.map((name) => (
    <span key={name} className={css.one}>
      {t(`permission.${name}`, { defaultValue: name })}
    </span>
  ));
}
