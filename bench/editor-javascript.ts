/**
 * Measures the JavaScript of the editor, compressed with gzip: what edit mode starts with, and all of its pieces; and all
 * pieces of the admin area that neither visitors nor the editor load, without those of the viewer of machines.
 */
import { readFile } from 'node:fs/promises'
import { servedSize } from './support/served-size.ts'
import type { Metric } from './support/metric.ts'

interface Chunk {
  file: string
  isEntry: boolean
  imports: string[]
  dynamicImports: string[]
  modules: string[]
}

type Follow = (chunk: Chunk) => string[]

const client = new URL('../dist/client/', import.meta.url)

const readChunks = async () =>
  JSON.parse(await readFile(new URL('.vite/modules.json', client), 'utf8')) as Chunk[]

const isEditor = (file: string) => file.includes('/editor-bundle-')

/** True for a chunk of the viewer of machines, which only those load who look at them. */
const isViewer = ({ modules }: Chunk) =>
  modules.some((path) => /^(src\/admin\/machines|docs\/charts)\//.test(path))

/** True for a chunk of the screens of the admin area. The chunk that only names these is that of all screens of the app. */
const isAdmin = ({ modules }: Chunk) =>
  modules.some((path) => path.includes('src/admin/')) &&
  !modules.some((path) => path.includes('src/app/shell/AppScreen'))

const staticImports: Follow = ({ imports }) => imports
const allImports: Follow = ({ imports, dynamicImports }) => [...imports, ...dynamicImports]

/** Returns the files of the admin area: its chunks, and what is reached from these alone. */
const adminFiles = (chunks: readonly Chunk[]) => {
  const others = chunks.filter((chunk) => !isAdmin(chunk))
  const starts = others.filter(({ file, isEntry }) => isEntry || isEditor(file))
  const shared = new Set(reach(others, starts, allImports))
  const withoutViewer = chunks.filter((chunk) => !isViewer(chunk))
  const ofAdmin = reach(withoutViewer, withoutViewer.filter(isAdmin), allImports)
  return ofAdmin.filter((file) => !shared.has(file))
}

/** Returns the files that are reached from the given chunks, without those of the editor unless it is one of them. */
const reach = (chunks: readonly Chunk[], from: readonly Chunk[], follow: Follow) => {
  const seen = new Set(from)
  // Iterating over a set includes the items that are added meanwhile.
  for (const chunk of seen)
    for (const next of chunks)
      if (follow(chunk).includes(next.file) && !isEditor(next.file)) seen.add(next)
  return [...seen].map(({ file }) => file)
}

const sizeOf = async (files: readonly string[]) => {
  const sizes = await Promise.all(files.map(servedSize))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** The largest screens of the admin area, of which each is loaded without the other, by their modules. */
const adminScreens = {
  'a list': 'src/admin/resources/ResourceListScreen.tsx',
  'an item': 'src/admin/resources/ResourceItemScreen.tsx',
} as const

/** Returns the files that a screen of the admin area loads besides those of visitors and the start of the editor. */
const screenFiles = (chunks: readonly Chunk[], module: string, loaded: readonly string[]) =>
  reach(
    chunks,
    chunks.filter(({ modules }) => modules.includes(module)),
    staticImports,
  ).filter((file) => !loaded.includes(file))

export const measure = async (): Promise<Metric[]> => {
  const chunks = await readChunks()
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const editor = chunks.filter(({ file }) => isEditor(file))
  const visitors = reach(chunks, entries, allImports)
  const ofEditor = (follow: Follow) =>
    sizeOf(reach(chunks, editor, follow).filter((file) => !visitors.includes(file)))
  const metric = (name: string, value: number, atMost: number): Metric => ({
    ...{ name, value, unit: 'KB gzip' },
    limit: { atMost },
  })
  const started = reach(chunks, [...entries, ...editor], staticImports)
  const screens = Object.entries(adminScreens).map(async ([name, module]) => {
    const size = await sizeOf(screenFiles(chunks, module, started))
    return metric(`Admin JavaScript of ${name}`, size, 60)
  })
  return [
    metric('Editor JavaScript when edit mode starts', await ofEditor(staticImports), 120),
    metric('Editor JavaScript, all pieces', await ofEditor(allImports), 220),
    metric('Admin JavaScript, all pieces', await sizeOf(adminFiles(chunks)), 150),
    ...(await Promise.all(screens)),
  ]
}
