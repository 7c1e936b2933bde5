/** Tests that the stylesheets of a build stand in its documents as the policy allows them. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAssets, withLazyViewAssets } from '#server/render/build-assets.ts'

const titleView = 'site/components/Title/lazy/Title.tsx'
const formView = 'site/components/Form/lazy/Form.tsx'

const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['shared'] },
  shared: { file: 'assets/shared.js' },
  'site/lazy-views.ts': { file: 'assets/lazy-views.js', imports: ['index.html'] },
  [titleView]: { file: 'assets/Title.js', css: ['assets/fields.css'], imports: ['index.html'] },
  [formView]: { file: 'assets/Form.js', css: ['assets/fields.css', 'assets/form.css'] },
}

const modules = Object.entries(manifest).map(([name, { file }]) => ({ file, modules: [name] }))

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, '.vite', 'modules.json'), JSON.stringify(modules))
  writeFileSync(join(folder, 'assets', 'index.css'), 'body{margin:0}\n')
  writeFileSync(join(folder, 'assets', 'fields.css'), 'label{display:block}')
  writeFileSync(join(folder, 'assets', 'form.css'), 'form::after{content:"</style>"}')
})

afterEach(() => rmSync(folder, { recursive: true }))

const hrefsOf = (files: readonly string[]) =>
  withLazyViewAssets(readAssets(folder), files).styles.map(({ href }) => href)

test('a document has the styles of the entry, and of the lazy views on its page, each once', () => {
  expect(hrefsOf([])).toEqual(['/assets/index.css'])
  expect(hrefsOf([titleView, formView])).toEqual([
    '/assets/index.css',
    '/assets/fields.css',
    '/assets/form.css',
  ])
})

test('the source of a style is the hash of exactly its text', () => {
  const { styles } = withLazyViewAssets(readAssets(folder), [titleView, formView])
  for (const { text, source } of styles)
    expect(source).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(new Set(styles.map(({ source }) => source)).size).toBe(3)
})

test('a style cannot end its element', () => {
  const { styles } = withLazyViewAssets(readAssets(folder), [formView])
  expect(styles.at(-1)!.text).toBe(String.raw`form::after{content:"<\/style>"}`)
})
