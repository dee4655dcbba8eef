// The places of the navigation, in its three shapes (column, rail, tab bar).
import {
  BookType,
  Clock,
  FolderTree,
  House,
  Inbox,
  Library,
  Search,
  SquareFunction,
  Star,
  Trash2,
  UserRound,
  Users,
} from 'lucide';
import type { CountedPlace } from '#web/frame/place-counts.ts';
import type { IconNode } from '#web/ui/icon.tsx';
import { paths } from '../paths.ts';

export interface Place {
  readonly to: string;
  /** Its key in the shell's texts. */
  readonly label: string;
  readonly icon: IconNode;
  readonly counted?: CountedPlace;
  /** The number counts things that wait for this person: drawn filled. */
  readonly isWaiting?: boolean;
}

const home: Place = { to: paths.home.href(), label: 'home', icon: House };
export const browsePlace: Place = { to: paths.browse.href('/'), label: 'browse', icon: FolderTree };
const search: Place = { to: paths.search.href(), label: 'search', icon: Search };
const tasks: Place = {
  to: paths.tasks.href(),
  label: 'tasks',
  icon: Inbox,
  counted: 'tasks',
  isWaiting: true,
};
const recent: Place = { to: paths.recent.href(), label: 'recent', icon: Clock };

export const dailyPlaces: readonly Place[] = [
  home,
  search,
  tasks,
  recent,
  { to: paths.personal.href(), label: 'personal', icon: UserRound },
  { to: paths.favourites.href(), label: 'favourites', icon: Star, counted: 'favourites' },
  { to: paths.collections.href(), label: 'collections', icon: Library, counted: 'collections' },
];

/** For the column and the rail: folders come right after the home page. */
export const columnPlaces: readonly Place[] = [home, browsePlace, ...dailyPlaces.slice(1)];

export const furtherPlaces: readonly Place[] = [
  { to: paths.people.href(), label: 'people', icon: Users },
  { to: paths.directories.href(), label: 'directories', icon: BookType },
  { to: paths.operations.href(), label: 'operations', icon: SquareFunction },
  { to: paths.trash.href(), label: 'trash', icon: Trash2, counted: 'trash' },
];

export const tabPlaces: readonly Place[] = [home, browsePlace, search, tasks];
