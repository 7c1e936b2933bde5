/** What the client build made, by its manifest. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assets } from './document.ts'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

const entry = 'src/entry-client.tsx'

/** The entry's own file and everything it needs before it can run. */
export const readAssets = (clientDir: string): Assets => {
  const manifest = JSON.parse(
    readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, ManifestChunk>

  const needed = (name: string): string[] => [
    name,
    ...(manifest[name]?.imports ?? []).flatMap(needed),
  ]
  const chunks = [...new Set(needed(entry))].map((name) => manifest[name]!)
  return {
    script: `/${chunks[0]!.file}`,
    preloads: chunks.slice(1).map(({ file }) => `/${file}`),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  }
}

/** While developing, vite compiles what the browser asks for. */
export const devAssets: Assets = { script: `/${entry}`, preloads: [], styles: [] }
