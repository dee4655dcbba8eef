/** The items of the palette for the typed text: documents, places, people, tags, commands, and the search page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  AppWindow,
  Bookmark,
  BookType,
  Cable,
  Clock,
  FileText,
  Folder,
  FolderSearch,
  Hash,
  House,
  type IconNode,
  Inbox,
  Library,
  Search,
  Server,
  Settings,
  SquareFunction,
  Star,
  Terminal,
  Trash2,
  User,
  UserRound,
  Users,
  Webhook,
  Workflow,
} from 'lucide';
import { quoteString } from '#nxql/index.ts';
import { treeView } from '#web/api/children.ts';
import { isFolderish } from '#web/api/document-context.ts';
import { me } from '#web/api/me.ts';
import { suggestPeople } from '#web/api/people.ts';
import { recipes } from '#web/api/recipes.ts';
import { savedSearches } from '#web/api/saved-searches.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { suggestTags } from '#web/api/tags.ts';
import { setRenameTag } from '#web/documents/changes/rename-tag.ts';
import { shownName } from '#web/documents/kind-word.ts';
import { usePlaceName } from '#web/documents/own-workspace.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useVisited } from '#web/documents/visited.ts';
import type { Command } from '#web/frame/commands.ts';
import { openOperations } from '#web/frame/operations-drawer-state.ts';
import { inSavedOrder, useSavedOrder } from '#web/frame/saved-order.ts';
import { useSubject } from '#web/frame/subject.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { matchesQuery, type PaletteQuery, prefixSearch, titleRank, titleSearch } from './palette-query.ts';

export interface PaletteItem {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  readonly keys?: string;
  readonly icon: IconNode;
  /** If given, the item is listed with this reason and cannot be chosen. */
  readonly disabledReason?: string;
  /** An address to open, or a function to run. */
  readonly to?: string;
  readonly run?: () => unknown;
}

const listed =
  "SELECT * FROM Document WHERE ecm:isVersion = 0 AND ecm:isTrashed = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const view = { ...treeView, schemas: ['file', 'dublincore'] };
const mostDocuments = 6;

/** The same icons as in the navigation. */
const placeIcons = {
  home: House,
  search: Search,
  tasks: Inbox,
  recent: Clock,
  personal: UserRound,
  favourites: Star,
  collections: Library,
  people: Users,
  directories: BookType,
  operations: SquareFunction,
  trash: Trash2,
  settings: Settings,
  admin: Server,
  applications: AppWindow,
  services: Cable,
  hooks: Webhook,
} satisfies Readonly<Record<string, IconNode>>;

/** @param bound the commands of the page behind the palette */
export function usePaletteItems(
  { scope, text }: PaletteQuery,
  bound: readonly Command[],
): {
  readonly items: readonly PaletteItem[];
  readonly searching: boolean;
} {
  const { t, language } = useTranslation('palette');
  const { t: shell } = useTranslation('shell');
  const words = useKindWords();
  const visited = useVisited();
  const nameOf = usePlaceName();
  const selected = useSubject((state) => state.items);
  const here = useSubject((state) => state.folder);
  const term = prefixSearch(text);
  const live = useQuery({
    ...nxqlSearch(`${listed} AND ecm:fulltext = ?`, {
      params: [term],
      pageSize: mostDocuments,
      maxResults: 1,
      view,
    }),
    enabled: scope === 'all' && term !== '',
  });
  const wanted = titleSearch(text);
  const titled = useQuery({
    ...nxqlSearch(`${listed} ${wanted.map(() => 'AND dc:title ILIKE ?').join(' ')}`, {
      params: wanted,
      pageSize: 12,
      maxResults: 1,
      view,
    }),
    enabled: scope === 'all' && wanted.length > 0,
  });
  const people = useQuery({
    ...suggestPeople({ term: text, limit: 6 }),
    enabled: scope === 'people' || (scope === 'all' && text.length > 1),
  });

  const tags = useQuery({ ...suggestTags(text), enabled: scope === 'tags' });

  const itemsOf = (found: readonly DocumentEntity[] | undefined, group: string) =>
    (scope === 'all' && text !== '' ? (found ?? []) : []).flatMap((document): readonly PaletteItem[] => {
      const { uid, path } = document;
      if (uid === null || path === null) return [];
      const folder = isFolderish(document);
      return [
        {
          id: uid,
          group,
          label: shownName(document),
          detail: words.of(document),
          icon: folder ? Folder : FileText,
          to: folder ? paths.browse.href(path) : paths.doc.href(uid),
        },
      ];
    });
  // Rank: names that start with the words, then names that contain them; `inText` has the documents found by their text.
  const named = itemsOf(titled.data?.entries, t('documents'))
    .toSorted((one, other) => titleRank(one.label, text) - titleRank(other.label, text))
    .slice(0, mostDocuments);
  // Documents found by name that do not fit above are on the search page, and not repeated here.
  const inText = itemsOf(live.data?.entries, t('inText')).filter(({ label }) => !matchesQuery(label, text));
  const persons = (people.data ?? []).map(
    ({ id, kind, label }): PaletteItem => ({
      id: `${kind} ${id}`,
      group: t('people'),
      label,
      detail: label === id ? undefined : id,
      icon: kind === 'group' ? Users : User,
      to: paths.people.href(kind === 'group' ? 'groups' : 'users', id),
    }),
  );
  const recent = visited.slice(0, 8).map(
    ({ to, title, folder, version }): PaletteItem => ({
      id: to,
      group: t('recent'),
      label: title === '' ? shell('browse') : nameOf({ to, title }),
      detail: version,
      icon: folder ? Folder : FileText,
      to,
    }),
  );
  // A page whose own commands run operations needs no second command for that.
  const withSelection: readonly PaletteItem[] = bound.some(({ id }) => id === 'operation')
    ? []
    : [
        {
          id: 'operation',
          group: selected.length === 0 ? t('commands') : t('withSelected', { count: selected.length }),
          label: t('runOperation'),
          icon: SquareFunction,
          run: () => openOperations(),
        },
      ];
  const places = [
    'home',
    'search',
    'tasks',
    'recent',
    'personal',
    'favourites',
    'collections',
    'people',
    'directories',
    'operations',
    'trash',
  ] as const;
  const isAdministrator = useQuery(me()).data?.isAdministrator === true;
  const further = isAdministrator
    ? (['settings', 'admin', 'applications', 'services', 'hooks'] as const)
    : (['settings'] as const);
  const goTo = [
    ...places.map((name) => ({ name, label: shell(name) })),
    ...further.map((name) => ({ name, label: t(name) })),
  ].map(
    ({ name, label }): PaletteItem => ({
      id: `go ${name}`,
      group: t('goTo'),
      label,
      icon: placeIcons[name],
      to: paths[name].href(),
    }),
  );
  const savedOrder = useSavedOrder(({ ids }) => ids);
  const saved = inSavedOrder(useQuery(savedSearches()).data ?? [], savedOrder, language);
  const savedItems = saved.map(
    ({ id, title }): PaletteItem => ({
      id: `saved ${id}`,
      group: t('saved'),
      label: title,
      icon: Bookmark,
      to: paths.search.href({ saved: id }),
    }),
  );
  const recipeItems = (useQuery(recipes(useQueryClient())).data ?? []).map(
    ({ uid, name }): PaletteItem => ({
      id: `recipe ${uid}`,
      group: t('recipes'),
      label: name,
      icon: Workflow,
      // Opens its form, which shows its steps and the selection.
      run: () => openOperations(`recipe:${uid}`),
    }),
  );
  const renameTag: PaletteItem = {
    id: 'rename tag',
    group: t('commands'),
    label: t('renameTag'),
    icon: Hash,
    run: () => setRenameTag(true),
  };
  const commands: readonly PaletteItem[] = [
    ...bound.flatMap((command): readonly PaletteItem[] => {
      const { id, label, group, keys, icon = Terminal, disabledReason, run } = command;
      if (keys === 'mod+K' || keys === '/') return [];
      return [{ id: `${group} ${id}`, group: t('commands'), label, keys, icon, disabledReason, run }];
    }),
    // Last, after the commands for the selection.
    renameTag,
  ];
  const all: PaletteItem = {
    id: 'all',
    group: t('search'),
    label: t('containing', { text }),
    keys: 'mod+Enter',
    icon: Search,
    to: paths.search.href({ text }),
  };

  // The root has no title, and a search in it is a search of everything.
  const within: readonly PaletteItem[] =
    here === null || here.path === '/'
      ? []
      : [
          {
            id: 'within',
            group: t('search'),
            label:
              text === '' ? t('within', { name: here.title }) : t('containingIn', { text, name: here.title }),
            icon: FolderSearch,
            to: paths.search.href({ text: text === '' ? undefined : text, in: here.path }),
          },
        ];

  // Rank by title: for “tag” the command “Tag” comes before “Rename a tag…”.
  const fitting = (items: readonly PaletteItem[]) =>
    items
      .filter(({ label }) => matchesQuery(label, text))
      .toSorted((one, other) => titleRank(one.label, text) - titleRank(other.label, text));
  const items = (): readonly PaletteItem[] => {
    switch (scope) {
      case 'people':
        return persons;
      case 'commands':
        return fitting([...withSelection, ...recipeItems, ...goTo, ...commands]);
      case 'tags':
        return [
          ...(tags.data ?? []).map((tag) => tagged(tag, t('search'), t('tagged', { text: tag }))),
          renameTag,
        ];
      case 'all':
        return text === ''
          ? [...recent, ...savedItems.slice(0, 5), ...within, ...withSelection, ...goTo]
          : [
              ...named,
              ...persons.slice(0, 3),
              ...fitting(savedItems),
              ...fitting(recipeItems),
              ...fitting(goTo),
              ...inText,
              ...fitting(withSelection),
              ...fitting(commands).slice(0, 5),
              ...within,
              all,
            ];
    }
  };
  return {
    items: grouped(items()),
    searching: live.isFetching || titled.isFetching || people.isFetching || tags.isFetching,
  };
}

function tagged(text: string, group: string, label: string): PaletteItem {
  const query = `SELECT * FROM Document WHERE ecm:tag = ${quoteString(text)} AND ecm:isTrashed = 0`;
  return { id: `tag ${text}`, group, label, icon: Hash, to: paths.search.href({ mode: 'nxql', q: query }) };
}

/** Items by group, groups in the order in which they first appear. */
function grouped(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const unique = [...new Map(items.map((item) => [item.id, item])).values()];
  return [...Map.groupBy(unique, ({ group }) => group).values()].flat();
}
