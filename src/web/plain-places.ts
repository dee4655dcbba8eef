/** The first steps of the app's plain addresses, for the service worker, which cannot share code with the pages. */
export const plainPlaces: readonly string[] = [
  'login',
  'browse',
  'doc',
  'search',
  'directories',
  'people',
  'operations',
  'tasks',
  'collections',
  'favourites',
  'recent',
  'trash',
];
