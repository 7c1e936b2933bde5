/** Configures the browser tests, which run Chromium against a server process and a database of their own per test. */
import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/support/browser.mjs'

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // Tests do not share servers, so they run in parallel: two, one for each core of the CI machine.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // The longest takes a minute, and a multiple of that on a busy machine.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/browser.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(),
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
})
