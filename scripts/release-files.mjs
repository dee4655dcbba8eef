// Vite plugin: writes the list of the build's files into the service worker, so that it can store a whole release. Thereby
// each build has a different worker, by which browsers notice the release.
// Invariant: the list has the files that every page may need (code, styles, fonts for Latin script), and apart from them
// those that only PDFs need, under their release of pdf.js.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { paths } from '../src/web/paths.ts';

const kept = /^assets\/.*(\.m?js|\.css|-latin-(opsz|wght)-normal-[\w-]+\.woff2)$/;

const ofPdfs = /^pdfjs\/.*\.(bcmap|pfb|ttf|js)$/;

/** The first steps of the app's paths. */
const places = Object.values(paths)
  .map(({ pattern }) => pattern.split('/')[1])
  .filter((step) => step !== '');

export function releaseFiles(worker) {
  return {
    name: 'release-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const script = bundle[worker];
        if (script === undefined) return;
        const names = Object.keys(bundle).sort();
        const files = names.filter((name) => kept.test(name));
        const { version } = JSON.parse(readFileSync('node_modules/pdfjs-dist/package.json', 'utf8'));
        const pdfData = { version, files: names.filter((name) => ofPdfs.test(name)) };
        const id = createHash('sha256')
          .update(files.join())
          .update(String(bundle['index.html']?.source ?? ''))
          .digest('base64url')
          .slice(0, 12);
        script.code = `const RELEASE = ${JSON.stringify({ id, files, places, pdfData })};\n${script.code}`;
      },
    },
  };
}
