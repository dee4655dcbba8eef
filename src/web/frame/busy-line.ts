// Whether so many small requests are on their way that others would wait between them: a browser has a few connections to a
// server, and a picture that the server must make first holds one of them all the while.
import { create } from 'zustand';

export const useBusyLine = create<{ readonly busy: boolean }>(() => ({ busy: false }));
