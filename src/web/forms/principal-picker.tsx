// Chooses people and groups by typing a name or a login.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PersonSuggestion, suggestPeople } from '#web/api/people.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { type FieldProps, splitField } from '#web/ui/field.tsx';
import { plainId } from './person-name.tsx';

interface PrincipalPickerCommon extends FieldProps {
  /** Only people or only groups; both when left out. */
  readonly kind?: 'user' | 'group';
  /** Values are `user:ada`, `group:members` instead of plain names. */
  readonly prefixed?: boolean;
  readonly placeholder?: string;
}

export interface SinglePrincipalPickerProps extends PrincipalPickerCommon {
  readonly multiple?: false;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

export interface MultiplePrincipalPickerProps extends PrincipalPickerCommon {
  readonly multiple: true;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

export type PrincipalPickerProps = SinglePrincipalPickerProps | MultiplePrincipalPickerProps;

export function PrincipalPicker(props: PrincipalPickerProps) {
  const { t } = useTranslation('forms');
  const { field } = splitField(props);
  const { kind, prefixed = false, placeholder = t('principal.placeholder') } = props;
  const values = props.multiple === true ? props.value : props.value === null ? [] : [props.value];
  const chosenPeople = useChosen(values);
  const [typed, setTyped] = useState('');
  const isChosenLabel = props.multiple !== true && chosenPeople.some(({ label }) => label === typed);
  // Not deferred: Enter must never choose the first result of an earlier, shorter text.
  const term = isChosenLabel ? '' : typed.trim();
  const found = useQuery(suggestPeople({ term, kind }));

  const optionOf = (person: PersonSuggestion): ComboboxOption => ({
    id: prefixed ? person.prefixedId : person.id,
    label: person.label,
    detail: person.label === person.id ? undefined : person.id,
    start: <Avatar login={person.id} name={person.label} size={20} group={person.kind === 'group'} />,
  });
  const options = (['user', 'group'] as const).flatMap((one) =>
    (found.data ?? [])
      .filter((person) => person.kind === one)
      .map((person) => ({ ...optionOf(person), group: t(`principal.${one}s`) })),
  );
  const shared = {
    ...field,
    placeholder,
    options,
    loading: found.isPending || found.isPlaceholderData,
    failure: found.error?.message,
    onTextChange: setTyped,
  };
  const chosen = chosenPeople.map(optionOf);
  return props.multiple === true ? (
    <Combobox
      {...shared}
      multiple
      value={chosen}
      onChange={(people) => props.onChange(people.map(({ id }) => id))}
    />
  ) : (
    <Combobox
      {...shared}
      value={chosen[0] ?? null}
      onChange={(person) => props.onChange(person?.id ?? null)}
    />
  );
}

function useChosen(values: readonly string[]): readonly PersonSuggestion[] {
  return useQueries({
    queries: values.map((value) => suggestPeople({ term: plainId(value), limit: 50 })),
    combine: (answers) =>
      values.map((value, index) => {
        const id = plainId(value);
        const kind = value.startsWith('group:') ? ('group' as const) : ('user' as const);
        const known = answers[index]?.data?.find((person) => person.id === id);
        return known ?? { id, kind, prefixedId: `${kind}:${id}`, label: id };
      }),
  });
}
