/**
 * Where the program starts: what Node compiles is kept beside the packages, so that a later start compiles nothing.
 * JavaScript: for a first file in TypeScript Node takes up its compiler, which stays in memory.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
enableCompileCache(folder);
// Threads look here. Without it each of them takes up the compiler of TypeScript, which needs more memory than they do.
process.env.NODE_COMPILE_CACHE ??= folder;
// Only what is imported after that call is kept.
await import('./main.ts');
