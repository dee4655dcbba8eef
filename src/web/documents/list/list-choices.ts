/** What the menu of columns does with the preferences of a place as a whole. */
import { choiceFor, type ListPlace, useListPreferences, without, withPlace } from './list-preferences.ts';

/** Resets the preferences that apply here, the place's own or those of its kind, to the defaults. */
export function forget({ id, kind }: ListPlace): void {
  useListPreferences.setState(({ byKind, byPlace }) =>
    byPlace[id] === undefined ? { byKind: without(byKind, kind) } : { byPlace: without(byPlace, id) },
  );
}

/** Sets whether the preferences of this place are its own only. */
export function chooseForItself(place: ListPlace, alone: boolean): void {
  useListPreferences.setState(({ byPlace }) => ({
    byPlace: alone ? withPlace(byPlace, place.id, choiceFor(place)) : without(byPlace, place.id),
  }));
}
