import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { run, tool } from './run.mjs'

const programs = [
  process.env['PROGRAMFILES'],
  process.env['PROGRAMFILES(X86)'],
  process.env['LOCALAPPDATA'],
]

const places = {
  linux: [
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

/** The Chromium that is there: the one `CHROME_PATH` names, the system's, or Playwright's own; else null. */
export const findBrowser = () =>
  [process.env['CHROME_PATH'], ...(places[process.platform] ?? []), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  ) ?? null

const isRoot = () => process.getuid?.() === 0

/** The Chromium to test with, installed when there is none: Debian's as root, else Playwright's download. */
export const provideBrowser = async () => {
  const found = findBrowser()
  if (found) return found

  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run(['apt-get', 'update'], { env })
    await run(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'], { env })
  }
  if (!findBrowser()) await run([...tool('@playwright/test/cli.js'), 'install', 'chromium'])
  return findBrowser()
}

export const noBrowser =
  'No browser to test with: install Chromium or Google Chrome, or say in CHROME_PATH where one is.'

/** As root there is no sandbox; the rest keeps a browser from looking for things outside. */
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
