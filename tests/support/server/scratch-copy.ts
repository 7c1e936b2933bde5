/** Copies the project's sources into an empty folder, where a test adds to them what a developer of a site would add. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const copied = [
  'charts',
  'content',
  'machines',
  'site',
  'src',
  'server',
  'index.html',
  'package.json',
  'tsconfig.json',
]

/**
 * Copies the sources into a temporary folder, adds files by path, and starts a Vite server that loads modules from
 * there.
 */
export const createScratchCopy = async (files: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'troupe-copy-'))
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const vite = await createServer({
    root: folder,
    configFile: false,
    appType: 'custom',
    plugins: [react()],
    define: { __BUILD__: '"test"' },
    logLevel: 'error',
    cacheDir: join(folder, '.cache'),
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  })
  return {
    folder,
    /** Replaces a text of a copied file, before the file is loaded. Throws when the file does not contain it. */
    edit: async (path: string, text: string, replacement: string) => {
      const source = await readFile(join(folder, path), 'utf8')
      if (!source.includes(text)) throw new Error(`${path} does not contain ${text}`)
      await writeFile(join(folder, path), source.replace(text, replacement))
    },
    /** Checks the types of the whole copy. Rejects with the output of the compiler as `stdout` where they are wrong. */
    compile: () =>
      promisify(execFile)(process.execPath, [
        join(folder, 'node_modules/typescript/bin/tsc'),
        '-p',
        folder,
      ]),
    load: async <Module>(path: string) => (await vite.ssrLoadModule(path)) as Module,
    dispose: async () => {
      await vite.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
