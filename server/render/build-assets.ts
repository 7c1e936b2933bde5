/** Reads the scripts and styles of the client build from its manifest. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assets, ClientAssets, InlineStyle } from './document.ts'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The template of every document, whose script is the entry of the build. */
const entry = 'index.html'
/** The module that imports the lazy views. */
const lazyViewsModule = 'site/lazy-views.ts'
const isLazyView = (name: string) => /^site\/.*\/lazy\//.test(name)

type Manifest = Record<string, ManifestChunk>

/** The modules in each chunk, which the manifest does not name if there are several in one. */
type ModuleGraph = { file: string; modules: string[] }[]

/** Returns the names of the chunks in the manifest, by the modules in them. */
const chunksByModule = (manifest: Manifest, graph: ModuleGraph) => {
  const names = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]))
  return new Map(
    graph.flatMap(({ file, modules }) => modules.map((module) => [module, names.get(file)!])),
  )
}

/** Returns a chunk and all chunks that it imports, by their names in the manifest. */
const withImports = (manifest: Manifest, name: string): string[] => [
  name,
  ...(manifest[name]?.imports ?? []).flatMap((imported) => withImports(manifest, imported)),
]

/** Returns a function that reads a stylesheet of the build, each only once. */
const styleReader = (clientDir: string) => {
  const read = new Map<string, InlineStyle>()
  return (file: string): InlineStyle => {
    const style = read.get(file) ?? toInlineStyle(file, join(clientDir, file))
    read.set(file, style)
    return style
  }
}

const toInlineStyle = (file: string, path: string): InlineStyle => {
  // In a string or a comment of CSS, `<\/` is the same as `</`, which could end the element.
  const text = readFileSync(path, 'utf8')
    .trim()
    .replaceAll('</', String.raw`<\/`)
  const hash = createHash('sha256').update(text).digest('base64')
  return { href: `/${file}`, text, source: `'sha256-${hash}'` }
}

/** Returns the URLs of the scripts of chunks, and their stylesheets. */
const filesOf = (
  manifest: Manifest,
  names: Iterable<string>,
  readStyle: (file: string) => InlineStyle,
) => {
  const chunks = Array.from(names, (name) => manifest[name]!)
  return {
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map(readStyle),
  }
}

/** Returns the assets of both builds of the client. */
export const readClientAssets = (clientDir: string): ClientAssets => ({
  visitor: readAssets(clientDir, 'visitor-'),
  editor: readAssets(clientDir),
})

/** Returns the entry's script with all its imports, and what each lazy view needs in addition. */
export const readAssets = (clientDir: string, prefix = ''): Assets => {
  const readJson = (name: string): unknown =>
    JSON.parse(readFileSync(join(clientDir, '.vite', `${prefix}${name}.json`), 'utf8'))
  const manifest = readJson('manifest') as Manifest
  const readStyle = styleReader(clientDir)
  const first = new Set(withImports(manifest, entry))
  const {
    scripts: [script = '', ...preloads],
    styles,
  } = filesOf(manifest, first, readStyle)
  const chunks = chunksByModule(manifest, readJson('modules') as ModuleGraph)
  const lazyViewAssets = [...chunks.keys()].filter(isLazyView).map((view) => {
    const additional = new Set(
      [lazyViewsModule, view].flatMap((name) => withImports(manifest, chunks.get(name) ?? entry)),
    )
    for (const loaded of first) additional.delete(loaded)
    const files = filesOf(manifest, additional, readStyle)
    return [view, { preloads: files.scripts, styles: files.styles }] as const
  })
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => `/${file}`))].filter(
    (file) => file.endsWith('.js') && file !== script,
  )
  return { script, preloads, styles, scripts, lazyViewAssets: Object.fromEntries(lazyViewAssets) }
}

/** Adds the assets of the lazy views that one page shows. */
export const withLazyViewAssets = (
  { lazyViewAssets = {}, ...assets }: Assets,
  files: readonly string[],
): Assets => {
  const additional = files.flatMap((file) => lazyViewAssets[file] ?? [])
  if (additional.length === 0) return assets
  return {
    ...assets,
    preloads: [...new Set([...assets.preloads, ...additional.flatMap(({ preloads }) => preloads)])],
    styles: [...new Set([...assets.styles, ...additional.flatMap(({ styles }) => styles)])],
  }
}

/** Adds all that the build has. The service worker keeps what the offline page names, and another build may be open. */
export const withAllAssets = (assets: Assets): Assets => ({
  ...withLazyViewAssets(assets, Object.keys(assets.lazyViewAssets ?? {})),
  preloads: assets.scripts ?? [],
})

const sourceAssets: Assets = { script: '/src/entry-client.tsx', preloads: [], styles: [] }

/** The assets in development, where Vite compiles what the browser requests: the editor's build for everybody. */
export const devAssets: ClientAssets = { visitor: sourceAssets, editor: sourceAssets }
