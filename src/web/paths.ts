// Every address of the app, as the pattern the router matches and the builder links use.
// Invariant: names from the server enter an address only through encodeURIComponent.

const part = encodeURIComponent;

/** Encodes each step of a repository path and leaves the slashes between them. */
function encodePath(path: string): string {
  return path.split('/').map(part).join('/');
}

function optional(value: string | undefined): string {
  return value === undefined ? '' : `/${part(value)}`;
}

function query(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) search.set(key, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

export const paths = {
  home: { pattern: '/', href: () => '/' },
  login: { pattern: '/login', href: (next?: string) => `/login${query({ next })}` },
  /** `path` is the repository path, starting with a slash. */
  browse: { pattern: '/browse/*', href: (path: string) => `/browse${encodePath(path)}` },
  doc: { pattern: '/doc/:id/:tab?', href: (id: string, tab?: string) => `/doc/${part(id)}${optional(tab)}` },
  search: {
    pattern: '/search',
    href: (values: Readonly<Record<string, string | undefined>> = {}) => `/search${query(values)}`,
  },
  directories: { pattern: '/directories/:name?', href: (name?: string) => `/directories${optional(name)}` },
  people: {
    pattern: '/people/:kind?/:name?',
    href: (kind?: 'users' | 'groups', name?: string) =>
      kind === undefined ? '/people' : `/people/${kind}${optional(name)}`,
  },
  operations: { pattern: '/operations/:id?', href: (id?: string) => `/operations${optional(id)}` },
  tasks: { pattern: '/tasks/:id?', href: (id?: string) => `/tasks${optional(id)}` },
  collections: { pattern: '/collections/:id?', href: (id?: string) => `/collections${optional(id)}` },
  favourites: { pattern: '/favourites', href: () => '/favourites' },
  recent: { pattern: '/recent', href: () => '/recent' },
  personal: { pattern: '/personal', href: () => '/personal' },
  applications: { pattern: '/applications/:id?', href: (id?: string) => `/applications${optional(id)}` },
  services: { pattern: '/services/:id?', href: (id?: string) => `/services${optional(id)}` },
  admin: { pattern: '/admin/:id?', href: (id?: string) => `/admin${optional(id)}` },
  hooks: { pattern: '/hooks/:id?', href: (id?: string) => `/hooks${optional(id)}` },
  settings: { pattern: '/settings', href: () => '/settings' },
  selection: { pattern: '/selection', href: () => '/selection' },
  trash: { pattern: '/trash', href: () => '/trash' },
} as const;

/**
 * The repository path in a browse address, decoded step by step. Read it from the location: the router's own
 * splat parameter is decoded as a whole and would turn a "%2F" within a name into a slash.
 */
export function browsePathOf(pathname: string): string {
  const steps = pathname
    .replace(/^\/browse\/?/, '')
    .split('/')
    .filter((step) => step !== '');
  return `/${steps.map(decodeStep).join('/')}`;
}

/** Whether there are two folders side by side: the parameter `second` is the address of the second. */
export function withSecondPane({ search }: { readonly search: string }): boolean {
  return /[?&]second=/.test(search);
}

/** A step that is not valid percent-encoding is returned as it is. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
