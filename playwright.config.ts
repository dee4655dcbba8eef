// End-to-end tests: a real Chromium against the real program. Chromium is the one that scripts/chromium.mjs chose.
import { defineConfig } from '@playwright/test';
import { chromiumPath } from './e2e/chromium-path.ts';
import { onStock } from './e2e/server.ts';

const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // What is tagged so is of our server alone; stock.spec.ts sees that it is not offered elsewhere.
  ...(onStock ? { grepInvert: /@own-server/ } : {}),
  fullyParallel: false,
  workers: 2,
  // For what hangs: a machine that is busy with other things is many times as slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    // Recording takes an eighth of the time; ask for it with --trace retain-on-failure.
    trace: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
