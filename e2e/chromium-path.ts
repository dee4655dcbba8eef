/** The Chromium chosen by scripts/chromium.mjs; undefined leaves the choice to Playwright. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const note = fileURLToPath(new URL('../.cache/chromium', import.meta.url));

export function chromiumPath(): string | undefined {
  return process.env.MUNIMENT_CHROMIUM || (existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined);
}
