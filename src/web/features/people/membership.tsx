/** Groups or people as chips that can be removed, and a picker that adds one. */

import { Plus } from 'lucide';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAwayReason } from '#web/api/use-connection.ts';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import css from './membership.module.css';

interface Member {
  readonly id: string;
  readonly label: string;
  /** False for a membership through another group, which cannot be removed here. */
  readonly direct?: boolean;
}

export interface MembershipProps {
  readonly kind: 'user' | 'group';
  readonly members: readonly Member[];
  readonly editable: boolean;
  /** The label of the picker and its button. */
  readonly addLabel: string;
  readonly onAdd: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

export function Membership({ kind, members, editable, addLabel, onAdd, onRemove }: MembershipProps) {
  const { t } = useTranslation('people');
  const navigate = useNavigate();
  const away = useAwayReason();
  const [adding, setAdding] = useState(false);
  // The picker had the focus and is removed, so the button takes it.
  const [wasAdding, setWasAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const stopAdding = () => {
    setAdding(false);
    setWasAdding(true);
  };
  const open = (id: string) => void navigate(paths.people.href(kind === 'user' ? 'users' : 'groups', id));
  return (
    <>
      {members.length === 0 ? <p className={css.none}>{t('none')}</p> : null}
      <ul className={css.chips}>
        {members.map(({ id, label, direct = true }) => (
          <li key={id} title={direct ? undefined : t('inherited')}>
            <Chip
              name={label}
              onClick={() => open(id)}
              onRemove={
                editable && direct
                  ? () => {
                      onRemove(id);
                      // The chip's button is removed with it.
                      addButton.current?.focus();
                    }
                  : undefined
              }
            >
              {label}
            </Chip>
          </li>
        ))}
        {editable && !adding ? (
          <li>
            <Button
              ref={addButton}
              variant="line"
              size="small"
              icon={Plus}
              disabledReason={away}
              autoFocus={wasAdding}
              onClick={() => setAdding(true)}
            >
              {addLabel}
            </Button>
          </li>
        ) : null}
      </ul>
      {adding ? (
        <Suspense>
          <NewMember kind={kind} label={addLabel} onAdd={onAdd} onClose={stopAdding} />
        </Suspense>
      ) : null}
    </>
  );
}

interface NewMemberProps {
  readonly kind: 'user' | 'group';
  readonly label: string;
  readonly onAdd: (id: string) => void;
  readonly onClose: () => void;
}

/** Takes the focus, as somebody asked for it; Escape closes it. */
function NewMember({ kind, label, onAdd, onClose }: NewMemberProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from the focused field inside.
    <div
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <PrincipalPicker
        label={label}
        kind={kind}
        value={null}
        onChange={(id) => {
          if (id !== null) onAdd(id);
          onClose();
        }}
      />
    </div>
  );
}
