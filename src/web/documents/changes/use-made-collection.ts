/** The collection chosen in the picker; a new one is made first. */
import { useMutation } from '@tanstack/react-query';
import { createCollection } from '#web/api/collections.ts';
import { newCollection } from '#web/forms/collection-picker.tsx';
import type { ComboboxOption } from '#web/ui/combobox.tsx';

export function useMadeCollection() {
  const { mutateAsync, isPending, error } = useMutation(createCollection());
  const made = async (chosen: ComboboxOption): Promise<ComboboxOption> => {
    if (chosen.id !== newCollection) return chosen;
    const { uid, title } = await mutateAsync({ name: chosen.label });
    return { id: uid ?? '', label: title };
  };
  return { made, isPending, error };
}
