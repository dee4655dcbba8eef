// Builds the manager to plain files in dist/ that work from any sub-path of any file server.
// Invariant: every address in the output is relative, and nothing is inlined (the CSP allows only 'self').
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compiledTexts } from './scripts/compiled-texts.mjs';
import { compressedCopies } from './scripts/compressed-copies.mjs';
import { iconImports } from './scripts/icon-imports.mjs';
import { leanRouter } from './scripts/lean-router.mjs';

const serviceWorker = 'src/web/service-worker.ts';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Everything that main.tsx imports, directly or not, without waiting for anything. */
function firstScreen(modules: Modules): ReadonlySet<string> {
  const main = fileURLToPath(new URL('src/web/main.tsx', import.meta.url));
  const reached = new Set([main]);
  for (const id of reached)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

/** In reach only because its package has one index for everything: pages that come later use it. */
const later = /[\\/](useMutation|mutationObserver)\.js$/;

let reached: ReadonlySet<string> | undefined;

/** One file for the first screen: it compresses better than the many that the bundler would make of what pages share. */
function firstScreenName(id: string, modules: Modules): string | null {
  reached ??= firstScreen(modules);
  return reached.has(id) && !later.test(id) ? 'first' : null;
}

/** The development server answers index.html at every depth, so it names its base as such a host must. */
const absoluteBaseInDevelopment: Plugin = {
  name: 'absolute-base-in-development',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    // The live-reload client needs inline styles and scripts; the built page keeps its policy.
    handler: (html) =>
      html
        .replace('<base href="./" />', '<base href="/" />')
        .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  },
};

/** What pdf.js reads while it draws: character maps, standard fonts, a JPEG 2000 decoder that needs no WebAssembly. */
const pdfData: Plugin = {
  name: 'pdf-data',
  apply: 'build',
  generateBundle() {
    const root = 'node_modules/pdfjs-dist';
    for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
      for (const name of readdirSync(`${root}/${folder}`)) {
        if (name.endsWith('.wasm')) continue;
        const source = readFileSync(`${root}/${folder}/${name}`);
        this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source });
      }
    }
  },
};

export default defineConfig({
  base: './',
  plugins: [
    compiledTexts(),
    iconImports(),
    leanRouter(),
    react(),
    absoluteBaseInDevelopment,
    pdfData,
    compressedCopies(),
  ],
  server: { proxy: { '/nuxeo': process.env.MUNIMENT_DEV_SERVER ?? 'http://localhost:8080' } },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    // Names of stylesheets only: the scripts that a page needs besides the first file are few, and their names are weight.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith('.css')),
    },
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // No library does its work in a getter that is read while it loads.
      treeshake: { propertyReadSideEffects: false },
      input: { index: 'index.html', ...(existsSync(serviceWorker) ? { sw: serviceWorker } : {}) },
      output: {
        // A service worker's reach is its folder and its identity is its address: beside index.html, unhashed.
        codeSplitting: { groups: [{ name: firstScreenName }] },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
