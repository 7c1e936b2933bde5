import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { run, tool } from './run.mjs'

const programs = [
  process.env['PROGRAMFILES'],
  process.env['PROGRAMFILES(X86)'],
  process.env['LOCALAPPDATA'],
]

const paths = {
  linux: [
    // Renders the same, in three quarters of the time, because it has no windows.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: programs
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Chromium', 'Application', 'chrome.exe'),
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
}

/** Returns the path of an installed Chromium: `CHROME_PATH`, the system's, or Playwright's; null if there is none. */
const findBrowser = () =>
  [process.env['CHROME_PATH'], ...(paths[process.platform] ?? []), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  ) ?? null

const isRoot = () => process.getuid?.() === 0

/** Returns the path of a Chromium, installing one if there is none: Debian's as root, otherwise Playwright's download. */
export const provideBrowser = async () => {
  const found = findBrowser()
  if (found) return found

  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run(['apt-get', 'update'], { env })
    // Older versions of Debian have no package of the shell alone.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findBrowser())
        await run(['apt-get', 'install', '-y', '--no-install-recommends', name], { env })
  }
  if (!findBrowser()) await run([...tool('@playwright/test/cli.js'), 'install', 'chromium'])
  return findBrowser()
}

export const noBrowser =
  'No browser found. Install Chromium or Google Chrome, or set CHROME_PATH to the path of one.'

/** Options for launching it. Chromium has no sandbox as root; the other arguments prevent network requests of its own. */
export const launchOptions = (executablePath = findBrowser()) => ({
  ...(executablePath && { executablePath }),
  args: [
    ...(isRoot() ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
