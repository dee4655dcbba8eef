/**
 * Grants, removes or blocks rights on all selected documents at once. Before anything is changed it shows what will change on
 * each, and what will not, and why.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentAccess } from '#web/api/access.ts';
import { accessOfMany } from '#web/api/access-of-many.ts';
import { groupsOfMany } from '#web/api/group-path.ts';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { FailureWords } from '../failure-words.tsx';
import { shownName } from '../kind-word.ts';
import type { StoredDocument } from '../stored-document.ts';
import css from './rights.module.css';
import { RightsFrame } from './rights-frame.tsx';
import { planRights, type RightsAction, type RightsPlan, usualRights } from './rights-plan.ts';
import { RightsPreview } from './rights-preview.tsx';
import { useChangeRights } from './use-change-rights.ts';

export interface RightsDialogProps {
  readonly documents: readonly StoredDocument[];
  readonly onClose: () => void;
}

const anyRight = '';
const noGroups: ReadonlySet<string> = new Set();

export function RightsDialog({ documents, onClose }: RightsDialogProps) {
  const { t } = useTranslation('rights');
  const { t: words } = useTranslation('document');
  const format = useFormat();
  const change = useChangeRights();
  const [action, setAction] = useState<RightsAction>('give');
  const [users, setUsers] = useState<readonly string[]>([]);
  const [permission, setPermission] = useState<string>();
  const known = useQuery(accessOfMany(documents.map(({ uid }) => uid)));
  const groups = useQuery({ ...groupsOfMany(users), enabled: users.length > 0 });
  // Documents rarely differ in the rights that can be granted; the server refuses where one cannot.
  const { data: first } = useQuery(documentAccess(documents[0]?.uid ?? ''));
  const assignable = first?.assignable.length ? first.assignable : usualRights;
  const ofPeople = action === 'give' || action === 'take';
  const wanted = permission ?? (action === 'give' ? (assignable[0] ?? 'Read') : anyRight);
  const isComplete = !ofPeople || users.length > 0;
  const wish = {
    action,
    users,
    groups: groups.data ?? noGroups,
    permission: wanted === anyRight ? null : wanted,
  };
  // Until their groups are known, rights that people have through them would be missing.
  const rows =
    isComplete && !groups.isLoading
      ? documents.flatMap((document): readonly { document: StoredDocument; plan: RightsPlan }[] => {
          const rights = known.data?.get(document.uid);
          return rights === undefined ? [] : [{ document, plan: planRights(rights, wish) }];
        })
      : [];
  const tasks = rows.flatMap(({ document: { uid }, plan: { step } }) => {
    const rights = known.data?.get(uid);
    return step === null || rights === undefined ? [] : [{ uid, step, known: rights }];
  });
  const problem = known.error ?? groups.error;
  const counted = (count: number) => ({ count, number: format.count(count) });
  const choose = (next: RightsAction) => {
    setAction(next);
    setPermission(undefined);
  };
  const save = () => {
    if (tasks.length === 0) return;
    onClose();
    void change(tasks);
  };
  return (
    <RightsFrame
      size="large"
      guarded={users.length > 0}
      title={t('title', counted(documents.length))}
      action={action}
      onAction={choose}
      saveLabel={tasks.length === 0 ? t('save.none') : t('save.some', counted(tasks.length))}
      canSave={tasks.length > 0}
      onClose={onClose}
      onSave={save}
    >
      {ofPeople ? (
        <div className={css.fields}>
          <PrincipalPicker multiple label={words('access.who')} value={users} onChange={setUsers} />
          <Select
            label={words('access.may')}
            value={wanted}
            options={[
              ...(action === 'take' ? [{ value: anyRight, label: t('any') }] : []),
              ...assignable.map((name) => ({
                value: name,
                label: words(`permission.${name}`, { defaultValue: name }),
              })),
            ]}
            onChange={setPermission}
          />
        </div>
      ) : (
        <p className={css.text}>{words(action === 'block' ? 'access.blockText' : 'access.unblockText')}</p>
      )}
      {problem === null ? null : (
        <Note kind="bad">
          <FailureWords error={problem} />
        </Note>
      )}
      <p role="status" className={css.text}>
        {summary()}
      </p>
      {rows.length === 0 ? null : (
        <RightsPreview
          rows={rows.map(({ document, plan }) => ({
            uid: document.uid,
            name: shownName(document),
            plan,
          }))}
        />
      )}
    </RightsFrame>
  );

  function summary(): string {
    if (known.isPending || groups.isLoading) return t('reading');
    if (!isComplete) return t('choose');
    const refused = rows.filter(({ plan }) => plan.why === 'refused').length;
    const same = rows.length - tasks.length - refused;
    return [
      t('changing', counted(tasks.length)),
      ...(same === 0 ? [] : [t('staying', counted(same))]),
      ...(refused === 0 ? [] : [t('refusing', counted(refused))]),
    ].join(' ');
  }
}
