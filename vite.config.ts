// Builds the manager to plain files in dist/ that work from any sub-path of any file server.
// Invariant: every address in the output is relative, and nothing is inlined (the CSP allows only 'self').
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { compiledTexts, textsName } from './scripts/compiled-texts.mjs';
import { compressedCopies } from './scripts/compressed-copies.mjs';
import { releaseFiles } from './scripts/release-files.mjs';

const serviceWorker = 'src/web/service-worker.ts';

/**
 * The files that the code travels in, the earlier before the later: each holds what it names and all that this needs,
 * unless an earlier one has it. A request costs more than a few kilobytes that one page does not need.
 */
const files: readonly (readonly [name: string, what: RegExp])[] = [
  // Comes before all others, and asks for what nothing has to be known for.
  ['early', /vite\/preload-helper|src\/web\/(early|i18n\/(chosen-language|languages|text-files))\.ts$/],
  // Comes before the app and asks for what it will show.
  ['start', /^\0rolldown|src\/web\/main\.ts$/],
  // The frame and the list of a folder, with React and the router: what the first view is drawn by.
  ['app', /src\/web\/app\.tsx$/],
  ['sign-in', /src\/web\/features\/session\/(login-page|sign-in-layer|default-password-notice)\.tsx$/],
  // What everybody uses soon but nobody misses at first sight (frame/first-view.ts).
  [
    'tools',
    /src\/web\/(documents\/(changes\/use-changes|commands|list\/(columns-menu|details-pane|rename-editor)|selection)|features\/(browse\/(folder\/(followed-folder|read-only-note|type-icons)|navigation)|palette\/palette(?=\.tsx)|session\/(account|connection-band|session-parts)|tasks\/tasks-count)|background-parts|frame|own-scripts|shell|ui\/(context-menu|menu-button|tooltip-layer))[^?]*\.tsx?$/,
  ],
  ['menus', /src\/web\/ui\/menu-popup\.tsx$/],
  ['dialogs', /src\/web\/(documents\/changes|ui\/dialog-popup)[^?]*\.tsx?$/],
  // The small pieces that the other pages share.
  ['kit', /src\/web\/(api|documents|ui)\/(?!.*(\.json|combobox-control))|lucide/],
  // After the kit, whose icons it would take otherwise: no page may wait for it (combobox.tsx).
  ['combobox-control', /src\/web\/ui\/controls\/combobox-control\.tsx$/],
  ['forms', /src\/web\/forms\/(?!.*\.json)/],
  ['uploads', /src\/web\/features\/uploads[^?]*\.tsx?$/],
];

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

/** Names in the page what the first view needs, so that all of it travels at once: nothing waits to be found by a script. */
const link = (attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head',
});

const firstViewPreloads: Plugin = {
  name: 'first-view-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === 'app');
      if (chunk?.type !== 'chunk') throw new Error('The build has no chunk of the app');
      const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
      return [
        link({ rel: 'preload', href: './config.json', as: 'fetch' }),
        link({ rel: 'modulepreload', href: `./${chunk.fileName}` }),
        ...sheets.map((sheet) => link({ rel: 'stylesheet', href: `./${sheet}` })),
      ];
    },
  },
};

/**
 * A browser that knows this comment compiles all functions of these files on another thread while they travel; one by
 * one, as they are first called, they took a quarter of the page's own time. It counts in a file's first line only.
 */
const compiledWhole: Plugin = {
  name: 'compiled-whole',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && ['start', 'app', 'sign-in'].includes(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
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

/** Whose classes end in what. */
const classFiles = new Map<string, string>();

/** A class by its own name and a few signs for its file: the first view carries both in its styles and its script. */
function className(name: string, file: string): string {
  const place = relative(import.meta.dirname, file.split('?')[0] ?? file);
  const signs = createHash('sha256').update(place).digest('base64url').slice(0, 3);
  const other = classFiles.get(signs) ?? place;
  if (other !== place)
    throw new Error(`Classes of ${place} would be named like those of ${other}: rename it`);
  classFiles.set(signs, place);
  return `${name}-${signs}`;
}

/** Its package offers the build with warnings for developers only. */
const routerWithoutWarnings = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

export default defineConfig(({ command }) => ({
  base: './',
  ...(command === 'build'
    ? { resolve: { alias: [{ find: /^react-router$/, replacement: routerWithoutWarnings }] } }
    : {}),
  plugins: [
    compiledTexts(),
    react(),
    absoluteBaseInDevelopment,
    firstViewPreloads,
    pdfData,
    compiledWhole,
    releaseFiles('sw.js'),
    compressedCopies(),
  ],
  css: { modules: { generateScopedName: className } },
  server: { proxy: { '/nuxeo': process.env.MUNIMENT_DEV_SERVER ?? 'http://localhost:8080' } },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    // What a page needs travels at once, or each file would be found in the one before; the first view is here already,
    // and texts need nothing.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter(
              (name) => !/\/(rolldown-runtime|early|start|app|[a-z]{2}(-session|-more)?)-/.test(name),
            ),
    },
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // No library does its work in a getter that is read while it loads.
      treeshake: { propertyReadSideEffects: false },
      input: { index: 'index.html', ...(existsSync(serviceWorker) ? { sw: serviceWorker } : {}) },
      output: {
        // A service worker's reach is its folder and its identity is its address: beside index.html, unhashed.
        codeSplitting: {
          groups: [
            { name: textsName, test: /^\0virtual:texts/ },
            ...files.map(([name, test]) => ({ name, test })),
          ],
        },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
}));
