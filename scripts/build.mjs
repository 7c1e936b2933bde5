/** Builds `dist/`: the browser bundle, compressed, the server, and the admin commands. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { distFolder, stampName } from './support/ensure-built.mjs'
import { compressFolder } from './support/compress-folder.mjs'
import { moduleGraph } from './support/module-graph.mjs'
import { root } from './support/root.mjs'
import { visitorBuild } from './support/visitor-build.mjs'
import { sourcesHash } from './support/sources-hash.mjs'

const began = performance.now()
const hash = sourcesHash()
process.env['BUILD_ID'] = hash
process.env['NODE_ENV'] = 'production'
const shared = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }

// Builds into a temporary folder and moves it into place at once, so that a running server never sees half a build.
await mkdir(join(root, '.cache'), { recursive: true })
const made = await mkdtemp(join(root, '.cache', 'build-'))
try {
  const client = join(made, 'dist', 'client')
  const server = join(made, 'dist', 'server')
  const admin = join(made, 'dist', 'admin')
  await Promise.all([
    build({ ...shared, ...clientBuild(client, [moduleGraph('modules.json')]) }),
    build({
      ...shared,
      ...clientBuild(client, [visitorBuild(), moduleGraph('visitor-modules.json')]),
    }),
  ])
  await build({ ...shared, ...serviceWorker(client) })
  // The server contains the template, and fills it for each page.
  await rm(join(client, 'index.html'))
  await Promise.all([
    compressFolder(client),
    build({ ...shared, build: { ssr: 'server/main.ts', outDir: server } }),
    build({ ...shared, build: { ssr: 'server/admin/main.ts', outDir: admin } }),
  ])
  await writeFile(join(made, 'dist', stampName), hash)
  await rename(distFolder, join(made, 'before')).catch(ignoreMissing)
  await rename(join(made, 'dist'), distFolder)
} finally {
  await rm(made, { recursive: true, force: true })
}
console.log(`Built dist/ in ${((performance.now() - began) / 1000).toFixed(1)} s.`)

/** Returns the options for one of the two builds for browsers, which write into the same folder, a new one. */
function clientBuild(outDir, plugins) {
  return { plugins, build: { outDir, emptyOutDir: false } }
}

/** Returns the options for building the service worker: one classic script with a fixed name, beside the browser bundle. */
function serviceWorker(outDir) {
  const input = join(root, 'src', 'service-worker.js')
  const output = { format: 'iife', entryFileNames: 'sw.js' }
  return {
    configFile: false,
    publicDir: false,
    build: { outDir, emptyOutDir: false, rolldownOptions: { input, output } },
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}
