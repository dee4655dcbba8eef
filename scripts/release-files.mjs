// Vite plugin: writes into the service worker what this build is made of, so that it can keep a whole release. A new build
// is another worker thereby, which is how browsers find the release.
// Invariant: named are the files that every page may want (code, styles, the faces of Latin script), and no others.
import { createHash } from 'node:crypto';
import { paths } from '../src/web/paths.ts';

const kept = /^assets\/.*(\.m?js|\.css|-latin-(opsz|wght)-normal-[\w-]+\.woff2)$/;

/** The first steps of the app's plain addresses. */
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
        const files = Object.keys(bundle)
          .filter((name) => kept.test(name))
          .sort();
        const id = createHash('sha256')
          .update(files.join())
          .update(String(bundle['index.html']?.source ?? ''))
          .digest('base64url')
          .slice(0, 12);
        script.code = `const RELEASE = ${JSON.stringify({ id, files, places })};\n${script.code}`;
      },
    },
  };
}
