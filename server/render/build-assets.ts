/** Reads the scripts and styles of the client build from its manifest. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assets } from './document.ts'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The document's template, whose script is the entry of the build. */
const entry = 'index.html'
/** The module that imports the lazy views. */
const lazyViewsModule = 'site/lazy-views.ts'
const isLazyView = (name: string) => /^site\/.*\/lazy\//.test(name)

/** Returns the entry's script with all its imports, and what each lazy view needs in addition. */
export const readAssets = (clientDir: string): Assets => {
  const manifest = JSON.parse(
    readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, ManifestChunk>

  const needed = (name: string): string[] => [
    name,
    ...(manifest[name]?.imports ?? []).flatMap(needed),
  ]
  const first = [...new Set(needed(entry))]
  const filesOf = (names: readonly string[]) => {
    const chunks = names.map((name) => manifest[name]!)
    return {
      scripts: chunks.map(({ file }) => `/${file}`),
      styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
    }
  }
  const [script = '', ...preloads] = filesOf(first).scripts
  const lazyViewAssets = Object.keys(manifest)
    .filter(isLazyView)
    .map((name) => {
      const additional = new Set([...needed(lazyViewsModule), ...needed(name)])
      for (const loaded of first) additional.delete(loaded)
      const { scripts, styles } = filesOf([...additional])
      return [name, { preloads: scripts, styles }] as const
    })
  return {
    script,
    preloads,
    styles: filesOf(first).styles,
    lazyViewAssets: Object.fromEntries(lazyViewAssets),
  }
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

/** In development, Vite compiles what the browser requests. */
export const devAssets: Assets = { script: '/src/entry-client.tsx', preloads: [], styles: [] }
