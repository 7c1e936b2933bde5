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
const pieceList = 'site/lazy-views.ts'
const isPiece = (name: string) => /^site\/.*\/lazy\//.test(name)

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
  const pieces = Object.keys(manifest)
    .filter(isPiece)
    .map((name) => {
      const besides = new Set([...needed(pieceList), ...needed(name)])
      for (const loaded of first) besides.delete(loaded)
      const { scripts, styles } = filesOf([...besides])
      return [name, { preloads: scripts, styles }] as const
    })
  return { script, preloads, styles: filesOf(first).styles, pieces: Object.fromEntries(pieces) }
}

/** Adds the assets of the lazy views that one page shows. */
export const withPieces = (
  { pieces = {}, ...assets }: Assets,
  files: readonly string[],
): Assets => {
  const lazyAssets = files.flatMap((file) => pieces[file] ?? [])
  if (lazyAssets.length === 0) return assets
  return {
    ...assets,
    preloads: [...new Set([...assets.preloads, ...lazyAssets.flatMap(({ preloads }) => preloads)])],
    styles: [...new Set([...assets.styles, ...lazyAssets.flatMap(({ styles }) => styles)])],
  }
}

/** In development, Vite compiles what the browser requests. */
export const devAssets: Assets = { script: '/src/entry-client.tsx', preloads: [], styles: [] }
