/** Loads the YAML parser only when it is needed: its 72 files would take a twentieth of every start. */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

export function yaml(): typeof import('yaml') {
  return load('yaml');
}
