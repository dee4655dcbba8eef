/** What the menu of columns does with the choices of a place as a whole. */
import { choiceFor, type ListPlace, useListPreferences, without, withPlace } from './list-preferences.ts';

/** Everything as it was at first. */
export function forget({ id, kind }: ListPlace): void {
  useListPreferences.setState(({ byKind, byPlace }) =>
    byPlace[id] === undefined ? { byKind: without(byKind, kind) } : { byPlace: without(byPlace, id) },
  );
}

/** Whether what is chosen here counts here alone. */
export function chooseForItself(place: ListPlace, alone: boolean): void {
  useListPreferences.setState(({ byPlace }) => ({
    byPlace: alone ? withPlace(byPlace, place.id, choiceFor(place)) : without(byPlace, place.id),
  }));
}
