/** Configures the test runner for `npm run charts -- mutate`: the files that it writes, each for the mutants of one machine. */
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { root } from './root.mjs'

const { MUTANTS_FOLDER: folder = '', MUTANTS_ENVIRONMENT: environment = 'node' } = process.env

/** Loads the modules that generate paths anew with each test file that is: they read the machine when they are loaded. */
const reloadPaths: Plugin = {
  name: 'reload-paths',
  enforce: 'pre',
  async resolveId(source, importer) {
    const run = /\?run=-?\d+$/.exec(importer ?? '')?.[0]
    if (run === undefined || !source.endsWith('-paths.ts')) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    return resolved && { ...resolved, id: resolved.id + run }
  },
}

export default defineConfig({
  root,
  plugins: [reloadPaths],
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    include: [`${relative(root, folder)}/*.test.ts`],
    exclude: [],
    environment,
    environmentOptions: {
      happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } },
    },
    setupFiles: [
      'tests/support/fast-check-setup.ts',
      ...(environment === 'happy-dom' ? ['tests/support/testing-library-setup.ts'] : []),
    ],
    update: false,
    reporters: [['json', { outputFile: `${folder}/report.json` }]],
    // Each machine is changed back, so that what was loaded for one is good for the next.
    isolate: false,
  },
})
