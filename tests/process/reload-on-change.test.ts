import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, test } from 'vitest'
import { reloadOnChange } from '../../scripts/support/reload-on-change.mjs'

test('loads a template anew as soon as it has changed, with the module that contains its text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'troupe-'))
  const template = join(folder, 'index.html')
  await writeFile(template, 'before')
  const module = `import template from './index.html?raw'\nexport const read = () => template`
  await writeFile(join(folder, 'document.ts'), module)
  const vite = await createServer({
    root: folder,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  })
  const load = async () =>
    ((await vite.ssrLoadModule('/document.ts')) as { read: () => string }).read()
  expect(await load()).toBe('before')

  await writeFile(template, 'after')
  const loaded = new Promise<string>((resolve) => {
    reloadOnChange(
      vite,
      (file) => file === template,
      async () => resolve(await load()),
    )
  })
  vite.watcher.emit('change', template)
  expect(await loaded).toBe('after')
  await vite.close()
  await rm(folder, { recursive: true })
})
