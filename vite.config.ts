// Builds the manager to plain files in dist/ that work from any sub-path of any file server.
// Invariant: every address in the output is relative, and nothing is inlined (the CSP allows only 'self').
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const serviceWorker = 'src/web/service-worker.ts';

const firstScreen =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-i18next|i18next|zustand|@tanstack\/(query-core|react-query))\//;

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
  plugins: [react(), absoluteBaseInDevelopment, pdfData],
  server: { proxy: { '/nuxeo': process.env.MUNIMENT_DEV_SERVER ?? 'http://localhost:8080' } },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: { index: 'index.html', ...(existsSync(serviceWorker) ? { sw: serviceWorker } : {}) },
      output: {
        // A service worker's reach is its folder and its identity is its address: beside index.html, unhashed.
        // What every page needs is one file; left alone, the bundler ties rarely used modules to it.
        codeSplitting: { groups: [{ name: 'frame', test: firstScreen }] },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
