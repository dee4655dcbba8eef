// Chooses a collection that this person may add to, by typing its title; or a new one of that title.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { suggestCollections } from '#web/api/collections.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';

/** The id of a collection still to be made; its title is the option's label. */
export const newCollection = 'new';

export interface CollectionPickerProps {
  /** The collection's uid and title. */
  readonly value: ComboboxOption | null;
  readonly onChange: (value: ComboboxOption | null) => void;
  /** A choice is required, and there is none. */
  readonly missing: boolean;
}

export function CollectionPicker({ value, onChange, missing }: CollectionPickerProps) {
  const { t } = useTranslation('forms');
  const [typed, setTyped] = useState('');
  // Not deferred: Enter must never choose the first result of an earlier, shorter text.
  const term = typed === value?.label ? '' : typed.trim();
  const found = useQuery(suggestCollections(term));
  const loading = found.isPending || found.isPlaceholderData;
  const known = (found.data?.entries ?? []).flatMap(({ uid, title }) =>
    uid === null ? [] : [{ id: uid, label: title }],
  );
  const isNew = term !== '' && !loading && !found.isError && known.every(({ label }) => label !== term);
  return (
    <Combobox
      label={t('collection.label')}
      placeholder={t('collection.placeholder')}
      required
      value={value}
      options={isNew ? [...known, { id: newCollection, label: term, detail: t('collection.new') }] : known}
      loading={loading}
      failure={found.error?.message}
      error={missing ? t('collection.missing') : undefined}
      onTextChange={setTyped}
      onChange={onChange}
    />
  );
}
