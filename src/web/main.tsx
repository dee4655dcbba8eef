// Starts the manager: texts, then configuration and session, then the router. Knows one screen: the one that says
// what is wrong with config.json.
import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/source-serif-4/opsz.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { besideIndex } from './base-address.ts';
import { startSession } from './features/session/start-session.ts';
import { currentLanguage, startI18n } from './i18n/i18n.ts';
import { queryClient } from './query-client.ts';
import { AppRouter } from './router.tsx';

const ConfigErrorPage = lazy(() =>
  import('./features/session/config-error-page.tsx').then((module) => ({ default: module.ConfigErrorPage })),
);

/** In a function: chunks that start-up imports wait for this module to end, so it must not wait for them. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  await startI18n();
  const mistakes = await startSession(new URL(besideIndex('.')), currentLanguage);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {mistakes === null ? (
          <AppRouter />
        ) : (
          <Suspense>
            <ConfigErrorPage error={mistakes} />
          </Suspense>
        )}
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
