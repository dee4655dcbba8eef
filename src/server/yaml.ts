/** The reader of YAML, loaded when something is written in it: its 72 files would be a twentieth of every start. */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

export function yaml(): typeof import('yaml') {
  return load('yaml');
}
