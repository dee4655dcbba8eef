/**
 * The first file of the program: makes Node keep compiled code beside the packages, so that later starts compile nothing.
 * In JavaScript, since Node would load its TypeScript compiler for a first file in TypeScript, and keep it in memory.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
enableCompileCache(folder);
// For threads: without it each loads the TypeScript compiler, which needs more memory than the thread itself.
process.env.NODE_COMPILE_CACHE ??= folder;
// Only modules imported after that call are cached.
await import('./main.ts');
