/** The program's door: what Node compiles is kept beside the packages, so that a later start compiles nothing. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)));
// Only what is imported after that call is kept.
await import('./main.ts');
