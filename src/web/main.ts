// Starts the manager. Small, so that it runs while the app's own code is still on its way: it reads the configuration and
// the session, asks for the texts, and asks the server for what the address will show.
import { besideIndex } from './base-address.ts';
import { startSession } from './features/session/start-session.ts';
import { askForFirstView, askForSignIn } from './first-answers.ts';
import { afterFirstView, firstViewShown } from './frame/first-view.ts';
import { currentLanguage, startI18n } from './i18n/i18n.ts';
import { translator } from './i18n/texts.ts';
import { queryClient } from './query-client.ts';

/** Drawn once with its rows, a list costs a slow processor half of what the frame and then the rows do. */
const worthWaitingMs = 300;

/** In a function: chunks that start-up imports wait for this module to end, so it must not wait for them. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const app = import('./app.tsx');
  const texts = startI18n();
  const spareTime = afterFirstView.then(async () => (await import('./own-scripts.ts')).trustOwnScripts());
  const mistakes = await startSession({
    appRoot: new URL(besideIndex('.')),
    language: currentLanguage,
    unanswered: () => translator('ui')('unanswered'),
    spareTime,
    onNobodyHere: () => void askForSignIn().catch(() => undefined),
  });
  const { recalled, answers } = askForFirstView(mistakes);
  await texts;
  const { showApp } = await app;
  if (!recalled) await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, worthWaitingMs))]);
  const drawn = showApp(root, mistakes);
  void Promise.all([recalled || answers, drawn]).then(firstViewShown);
  await afterFirstView;
  if (mistakes === null)
    void import('./next-visit.ts').then(
      ({ prepareNextVisit }) => prepareNextVisit(queryClient),
      // The next visit is then as this one.
      () => undefined,
    );
  // Without it the next face of the list stands there.
  await import('./ui/display-face.ts').catch(() => undefined);
}

void start();
