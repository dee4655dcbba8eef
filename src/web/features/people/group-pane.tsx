/** One group: its name and label, its parent groups and subgroups, its members by page. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import { me } from '#web/api/me.ts';
import {
  addToGroup,
  deleteGroup,
  group,
  groupLabel,
  memberUsers,
  removeFromGroup,
  updateGroup,
} from '#web/api/people.ts';
import { userLabel } from '#web/api/user-label.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { Facts, Pane, PaneSection } from '#web/frame/pane.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isString, type Json } from '#wire/json.ts';
import type { GroupEntity } from '#wire/people.ts';
import { GroupDialog } from './group-dialog.tsx';
import { Membership } from './membership.tsx';
import { mayNotEditGroup } from './people-rights.ts';

export interface GroupPaneProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function GroupPane({ id, onClose }: GroupPaneProps) {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useQuery(group(id));
  if (data !== undefined) return <GroupFacts group={data} onClose={onClose} />;
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

interface GroupFactsProps {
  readonly group: GroupEntity;
  readonly onClose: () => void;
}

function GroupFacts({ group: shown, onClose }: GroupFactsProps) {
  const { t } = useTranslation('people');
  const self = useQuery(me()).data;
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete' | null>(null);
  const change = useMutation(updateGroup());
  const removal = useMutation(deleteGroup());
  const id = shown.groupname;
  const name = groupLabel(shown);
  const refusal = mayNotEditGroup(self, shown);
  const editable = refusal === undefined;
  const inside = strings(shown.memberGroups);
  const above = strings(shown.parentGroups);
  const { description } = shown.properties;
  const close = () => setOpenDialog(null);
  return (
    <Pane
      title={name}
      detail={isString(description) ? description : undefined}
      start={<Avatar group login={id} name={name} size={48} />}
      onClose={onClose}
      foot={
        <>
          <Button icon={Pencil} disabled={!editable} onClick={() => setOpenDialog('edit')}>
            {t('edit')}
          </Button>
          <Button variant="danger" icon={Trash2} disabled={!editable} onClick={() => setOpenDialog('delete')}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <Facts facts={[[t('identifier'), <code key="id">{id}</code>]]} />
      {change.error === null ? null : <RefusalNote error={change.error} />}
      <GroupPeople id={id} editable={editable} />
      <PaneSection title={t('groups.inside')}>
        <Membership
          kind="group"
          members={inside.map((one) => ({ id: one, label: one }))}
          editable={editable}
          addLabel={t('addGroup')}
          onAdd={(added) => change.mutate({ id, memberGroups: [...inside, added] })}
          onRemove={(removed) => change.mutate({ id, memberGroups: inside.filter((one) => one !== removed) })}
        />
      </PaneSection>
      <PaneSection title={t('groups.above')}>
        <Membership
          kind="group"
          members={above.map((one) => ({ id: one, label: one }))}
          editable={editable}
          addLabel={t('addToGroup')}
          onAdd={(added) => change.mutate({ id, parentGroups: [...above, added] })}
          onRemove={(removed) => change.mutate({ id, parentGroups: above.filter((one) => one !== removed) })}
        />
      </PaneSection>
      {refusal === undefined ? null : <Note>{t(`reason.${refusal}`)}</Note>}
      {openDialog === 'edit' ? <GroupDialog group={shown} onClose={close} onDone={close} /> : null}
      {openDialog === 'delete' ? (
        <ConfirmDialog
          title={t('groups.deleteTitle', { name })}
          verb={t('delete')}
          pending={removal.isPending}
          refusal={removal.error?.message}
          onClose={close}
          onConfirm={() =>
            removal.mutate(id, {
              onSuccess: () => {
                addToast({ text: t('deleted', { name }) });
                onClose();
              },
            })
          }
        >
          {t('groups.deleteText')}
        </ConfirmDialog>
      ) : null}
    </Pane>
  );
}

const pageSize = 20;

interface GroupPeopleProps {
  readonly id: string;
  readonly editable: boolean;
}

function GroupPeople({ id, editable }: GroupPeopleProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery(memberUsers(id, { term: '', offset, pageSize }));
  const add = useMutation(addToGroup());
  const remove = useMutation(removeFromGroup());
  const problem = add.error ?? remove.error;
  const total = data?.resultsCount ?? 0;
  return (
    <PaneSection title={t('users.title')} end={<span>{data === undefined ? '' : format.count(total)}</span>}>
      {error === null ? null : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
      {problem === null ? null : <RefusalNote error={problem} />}
      {data === undefined ? null : (
        <Membership
          kind="user"
          members={data.entries.map((person) => ({ id: person.id, label: userLabel(person) }))}
          editable={editable}
          addLabel={t('addPerson')}
          onAdd={(userId) => add.mutate({ userId, groupId: id })}
          onRemove={(userId) => remove.mutate({ userId, groupId: id })}
        />
      )}
      <Pager offset={offset} pageSize={pageSize} total={total} number={format.count} onOffset={setOffset} />
    </PaneSection>
  );
}

function strings(values: readonly Json[] | undefined): readonly string[] {
  return (values ?? []).filter(isString);
}
