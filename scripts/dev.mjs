/**
 * `npm run dev`: runs the same server as `npm start`, but renders pages from the current sources. Changes to the
 * interface are hot-reloaded in the open page; changes to server code restart the server.
 */
import { sep } from 'node:path'
import { createServer } from 'vite'
import { reloadOnChange } from './support/reload-on-change.mjs'
import { root } from './support/root.mjs'

const vite = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  appType: 'custom',
  server: {
    middlewareMode: true,
    watch: { ignored: ['**/data/**', '**/dist/**', '**/.cache/**'] },
  },
})

/** Removes the content security policy: Vite's client adds inline scripts and connects to another port. */
const withoutPolicy = (response) => {
  const { writeHead } = response
  response.writeHead = (...args) => {
    const headers = args.at(-1)
    if (typeof headers === 'object') delete headers['content-security-policy']
    return writeHead.apply(response, args)
  }
  return response
}

const load = async () => {
  const { start } = await vite.ssrLoadModule('/server/startup/start.ts')
  const { devAssets } = await vite.ssrLoadModule('/server/render/build-assets.ts')
  return start(
    {
      build: 'dev',
      assets: devAssets,
      loadRenderer: () => vite.ssrLoadModule('/src/entry-server.tsx'),
      transform: (url, html) => vite.transformIndexHtml(url, html),
      before: (request, response, next) => vite.middlewares(request, withoutPolicy(response), next),
    },
    { env: process.env, write: (text) => process.stdout.write(text) },
  )
}

/** Prints expected start errors in one line, and others with their stack. */
const fail = async (error) => {
  const { StartupError } = await vite.ssrLoadModule('/server/startup/startup-error.ts')
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}

let running = await load().catch(fail)

const isServerCode = (file) =>
  /^(server|content)\/|\/(kind|kinds)\.ts$|^index\.html$/.test(relativeTo(file))
const relativeTo = (file) => file.slice(root.length).split(sep).join('/')

const restart = async () => {
  await running.stop()
  running = await load()
}
reloadOnChange(vite, isServerCode, restart)

const stop = async () => {
  await running.stop()
  await vite.close()
}
const end = () => {
  stop().then(
    () => process.exit(0),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
