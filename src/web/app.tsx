// Draws the app: the router, or the page that lists the mistakes in config.json.
import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { ConfigError } from './api/config.ts';
import { queryClient } from './query-client.ts';
import { AppRouter } from './router.tsx';
import { lazyPart } from './ui/lazy-part.ts';

const ConfigErrorPage = lazyPart(() =>
  import('./features/session/config-error-page.tsx').then((module) => ({ default: module.ConfigErrorPage })),
);

/** Resolves after the first drawing. */
export function showApp(root: HTMLElement, mistakes: ConfigError | null): Promise<void> {
  return new Promise((onDrawn) => {
    const app = (
      <StrictMode>
        <Drawn onDrawn={onDrawn}>
          <QueryClientProvider client={queryClient}>
            {mistakes === null ? (
              <AppRouter />
            ) : (
              <Suspense>
                <ConfigErrorPage error={mistakes} />
              </Suspense>
            )}
          </QueryClientProvider>
        </Drawn>
      </StrictMode>
    );
    // As a transition, React draws in slices: input is still answered on a slow processor.
    startTransition(() => createRoot(root).render(app));
  });
}

function Drawn({ onDrawn, children }: { readonly onDrawn: () => void; readonly children: ReactNode }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}
