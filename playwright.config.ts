/** The browser tests: real Chromium, and for each test a server process and a database of its own. */
import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/support/browser.mjs'

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // A test brings its own server, so they may run side by side; two are what two cores carry.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/browser.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
