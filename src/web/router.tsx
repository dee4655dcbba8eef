// The path table. The only place that joins features: each page is its own chunk, loaded when it is gone to.
import { createBrowserRouter, createHashRouter, type RouteObject } from 'react-router-dom';
import { basenameOf, routingOf } from './base-address.ts';
import { paths } from './paths.ts';
import { AppFrame } from './shell/app-frame.tsx';
import { NotFound } from './shell/not-found.tsx';
import { RouteCrash } from './shell/route-crash.tsx';

const soon = () => import('./shell/not-built.tsx').then(({ NotBuilt }) => ({ Component: NotBuilt }));

const routes: RouteObject[] = [
  { path: paths.login.pattern, lazy: soon, ErrorBoundary: RouteCrash },
  {
    Component: AppFrame,
    ErrorBoundary: RouteCrash,
    children: [
      {
        ErrorBoundary: RouteCrash,
        children: [
          { path: paths.home.pattern, lazy: soon },
          { path: paths.browse.pattern, lazy: soon },
          { path: paths.doc.pattern, lazy: soon },
          { path: paths.search.pattern, lazy: soon },
          { path: paths.directories.pattern, lazy: soon },
          { path: paths.people.pattern, lazy: soon },
          { path: paths.operations.pattern, lazy: soon },
          { path: paths.tasks.pattern, lazy: soon },
          { path: paths.collections.pattern, lazy: soon },
          { path: paths.favourites.pattern, lazy: soon },
          { path: paths.recent.pattern, lazy: soon },
          { path: paths.trash.pattern, lazy: soon },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];

export function createRouter() {
  const written = document.querySelector('base')?.getAttribute('href') ?? null;
  return routingOf(written) === 'history'
    ? createBrowserRouter(routes, { basename: basenameOf(document.baseURI) })
    : createHashRouter(routes);
}
