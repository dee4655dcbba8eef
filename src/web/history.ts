// The app's addresses: plain or after "#" (base-address.ts), with one question before unsaved work is left.
// The lightest router mode has no blocker of its own; this is all of it. Invariant: while the question is open the
// page and the address stay as they were.
import { UNSAFE_createBrowserHistory, UNSAFE_createHashHistory } from 'react-router-dom';
import { routingOf } from './base-address.ts';
import { askToLeave, mustAskToLeave } from './frame/leave-guard.ts';

export type AppHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

export function createAppHistory(): AppHistory {
  const written = document.querySelector('base')?.getAttribute('href') ?? null;
  const make = routingOf(written) === 'history' ? UNSAFE_createBrowserHistory : UNSAFE_createHashHistory;
  return guarded(make({ v5Compat: true }));
}

function pathOf(to: Parameters<AppHistory['push']>[0], current: string): string {
  const path = typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname;
  return path === undefined || path === '' ? current : path;
}

function guarded(history: AppHistory): AppHistory {
  // Steps of the browser's own that are ours: going back to where the question is asked, and on after "leave".
  let quiet = 0;
  let allowed = false;

  const asking = (to: Parameters<AppHistory['push']>[0], go: () => void) => {
    if (!mustAskToLeave(pathOf(to, history.location.pathname))) go();
    else void askToLeave().then((leave) => leave && go());
  };

  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push: (to, state) => asking(to, () => history.push(to, state)),
    replace: (to, state) => asking(to, () => history.replace(to, state)),
    listen: (listener) =>
      history.listen((update) => {
        if (quiet > 0) {
          quiet -= 1;
          return;
        }
        // An address typed after "#" is a step forward that has no number of its own.
        const delta = update.delta ?? 1;
        if (update.action !== 'POP' || delta === 0 || allowed || !mustAskToLeave(update.location.pathname)) {
          allowed = false;
          listener(update);
          return;
        }
        quiet += 1;
        history.go(-delta);
        void askToLeave().then((leave) => {
          if (!leave) return;
          allowed = true;
          history.go(delta);
        });
      }),
  };
}
