// Whether many small requests are running, so that others should wait: a browser opens only a few connections to a server, and a
// picture that the server must make first holds one of them all that time.
import { create } from 'zustand';

export const useBusyLine = create<{ readonly busy: boolean }>(() => ({ busy: false }));
