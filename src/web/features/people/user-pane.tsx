/** One person: facts, groups, and buttons for changes. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { useState } from 'react';
import { me } from '#web/api/me.ts';
import { addToGroup, deleteUser, removeFromGroup, user } from '#web/api/people.ts';
import { userLabel } from '#web/api/user-label.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { Facts, Pane, PaneSection } from '#web/frame/pane.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isString, type Json } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';
import { Membership } from './membership.tsx';
import { NewPasswordDialog } from './new-password-dialog.tsx';
import type { PeoplePageProps } from './people-page.tsx';
import { mayNotDeleteUser, mayNotEditUser } from './people-rights.ts';
import { UserAccount } from './user-account.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UserReach } from './user-reach.tsx';

export interface UserPaneProps extends PeoplePageProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function UserPane({ id, onClose, OwnPassword }: UserPaneProps) {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useQuery(user(id));
  if (data !== undefined) return <UserFacts user={data} onClose={onClose} OwnPassword={OwnPassword} />;
  return (
    <Pane title={id} onClose={onClose}>
      {error === null ? (
        <Skeleton width="70%" />
      ) : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
    </Pane>
  );
}

interface UserFactsProps extends PeoplePageProps {
  readonly user: UserEntity;
  readonly onClose: () => void;
}

type OpenDialog = 'edit' | 'password' | 'delete' | null;

function UserFacts({ user: person, onClose, OwnPassword }: UserFactsProps) {
  const { t } = useTranslation('people');
  const self = useQuery(me()).data;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const add = useMutation(addToGroup());
  const remove = useMutation(removeFromGroup());
  const removal = useMutation(deleteUser());
  const name = userLabel(person);
  const own = self?.id === person.id;
  const noEdit = mayNotEditUser(self, person);
  const noDelete = mayNotDeleteUser(self, person);
  const problem = add.error ?? remove.error;
  const direct = strings(person.properties.groups);
  const close = () => setOpenDialog(null);
  const reason = noEdit ?? noDelete;
  return (
    <Pane
      title={name}
      detail={person.id === name ? undefined : <code>{person.id}</code>}
      start={<Avatar login={person.id} name={name} size={48} />}
      onClose={onClose}
      foot={
        <>
          <Button icon={Pencil} disabled={noEdit !== undefined} onClick={() => setOpenDialog('edit')}>
            {t('edit')}
          </Button>
          <Button
            variant="quiet"
            disabled={!own && noEdit !== undefined}
            onClick={() => setOpenDialog('password')}
          >
            {own ? t('password.own') : t('password.reset')}
          </Button>
          <Button variant="danger" disabled={noDelete !== undefined} onClick={() => setOpenDialog('delete')}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [t('login'), <code key="login">{person.id}</code>],
          [t('email'), text(person.properties.email)],
          [t('company'), text(person.properties.company)],
          [t('rights'), person.isAdministrator ? t('administrator') : null],
        ]}
      />
      <PaneSection title={t('groups.title')}>
        {problem === null ? null : <RefusalNote error={problem} />}
        <Membership
          kind="group"
          members={person.extendedGroups.map(({ name: id, label }) => ({
            id,
            label: label === '' ? id : label,
            direct: direct.includes(id),
          }))}
          editable={noEdit === undefined}
          addLabel={t('addToGroup')}
          onAdd={(groupId) => add.mutate({ userId: person.id, groupId })}
          onRemove={(groupId) => remove.mutate({ userId: person.id, groupId })}
        />
      </PaneSection>
      {self?.isAdministrator === true ? (
        <>
          <UserAccount id={person.id} name={name} own={own} />
          <UserReach id={person.id} groups={person.extendedGroups.map(({ name: group }) => group)} />
        </>
      ) : null}
      {reason === undefined ? null : <Note>{t(`reason.${reason}`)}</Note>}
      {openDialog === 'edit' ? <UserDialog user={person} onClose={close} onDone={close} /> : null}
      {own ? <OwnPassword open={openDialog === 'password'} onClose={close} /> : null}
      {openDialog === 'password' && !own ? (
        <NewPasswordDialog id={person.id} name={name} onClose={close} />
      ) : null}
      {openDialog === 'delete' ? (
        <ConfirmDialog
          title={t('users.deleteTitle', { name })}
          verb={t('delete')}
          pending={removal.isPending}
          refusal={removal.error?.message}
          onClose={close}
          onConfirm={() =>
            removal.mutate(person.id, {
              onSuccess: () => {
                addToast({ text: t('deleted', { name }) });
                onClose();
              },
            })
          }
        >
          {t('users.deleteText')}
        </ConfirmDialog>
      ) : null}
    </Pane>
  );
}

function text(value: Json | undefined): string | null {
  return isString(value) ? value : null;
}

function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : [];
}
