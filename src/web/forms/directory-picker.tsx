// Chooses one or several terms of a vocabulary, flat or a tree, by typing.
import { useState } from 'react';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { type FieldProps, splitField } from '#web/ui/field.tsx';
import { directoryOptions, matchingOptions } from './directory-options.ts';
import { useDirectory, useDirectoryLabels } from './use-directory.ts';

interface DirectoryPickerCommon extends FieldProps {
  /** Name of the vocabulary. */
  readonly directory: string;
  /** False if only the leaves of a tree may be chosen. */
  readonly canSelectParent?: boolean;
  readonly placeholder?: string;
}

export interface SingleDirectoryPickerProps extends DirectoryPickerCommon {
  readonly multiple?: false;
  /** The stored value: an id, or a path of ids in a tree (`art/dance`). */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

export interface MultipleDirectoryPickerProps extends DirectoryPickerCommon {
  readonly multiple: true;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

export type DirectoryPickerProps = SingleDirectoryPickerProps | MultipleDirectoryPickerProps;

export function DirectoryPicker(props: DirectoryPickerProps) {
  const { field } = splitField(props);
  const { directory, canSelectParent = true, placeholder } = props;
  const [typed, setTyped] = useState('');
  const labelsOf = useDirectoryLabels(directory);
  const optionOf = (id: string): ComboboxOption => ({ id, label: labelsOf(id).at(-1) ?? id });
  // The field fills in the label of the chosen term: that is not a search.
  const single = props.multiple === true ? null : props.value;
  const searched = single !== null && typed === optionOf(single).label ? '' : typed;
  // The whole vocabulary is loaded for its labels anyway, so the options always match the current text.
  const { terms, loading, error } = useDirectory(directory, canSelectParent);
  const shared = {
    ...field,
    placeholder,
    loading,
    failure: error?.message,
    options: matchingOptions(directoryOptions(terms, canSelectParent), searched),
    onTextChange: setTyped,
  };
  return props.multiple === true ? (
    <Combobox
      {...shared}
      multiple
      value={props.value.map(optionOf)}
      onChange={(chosen) => props.onChange(chosen.map(({ id }) => id))}
    />
  ) : (
    <Combobox
      {...shared}
      value={props.value === null ? null : optionOf(props.value)}
      onChange={(chosen) => props.onChange(chosen?.id ?? null)}
    />
  );
}
