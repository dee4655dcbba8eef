// Starts the manager: texts first, then the router. Knows no screen.
import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/source-serif-4/opsz.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startI18n } from './i18n/i18n.ts';
import { queryClient } from './query-client.ts';
import { createRouter } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

await startI18n();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
