/** Makes the build of the client for visitors: the same source on Preact, without the editor and the screens of accounts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The document's template, which is the entry. */
const entry = join(root, 'index.html')

/** The module with the imports of the lazy views, which the first page may need. */
const lazyViews = join(root, 'site', 'lazy-views.ts')

/** Returns the path of the file that takes the place of a module for visitors: `load-editor.visitor.ts` for `load-editor.ts`. */
const visitorFileOf = (id) => id.replace(/(?=\.tsx?$)/, '.visitor')

/**
 * Replaces React by Preact's implementation of it, with a tenth of its size: `react-dom` alone is larger than all other code
 * that a visitor loads. The editor, the server, development and the component tests run on React: carets and the focus in the
 * editor depend on how exactly it updates elements, and its renderer to HTML takes less time.
 *
 * @see https://preactjs.com/guide/v11/switching-to-preact
 */
const alias = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
  { find: /^react$/, replacement: 'preact/compat' },
]

/** Returns a module with all that it imports, at once or also later. */
const reachedFrom = (id, infoOf, importsOf) => {
  const reached = new Set([id])
  // Iterating over a set includes the items that are added meanwhile.
  for (const each of reached) for (const imported of importsOf(infoOf(each))) reached.add(imported)
  return reached
}
const atOnce = ({ importedIds }) => importedIds
const atAnyTime = ({ importedIds, dynamicallyImportedIds }) => [
  ...importedIds,
  ...dynamicallyImportedIds,
]

/** Views whose own code is shorter than this, in characters, share a file: a request takes longer than to load all of them. */
const shortView = 8_000

const isView = (id) => /\/lazy\/\w+\.tsx$|\/ErrorView\.tsx$/.test(id)
/** Loaded apart from all else: not all visitors need it, or, for `builds.ts`, it is needed where all else is missing. */
const isApart = (id) => /\/(sanitize-html|start-fluid|builds)\.ts$|\/dom-mini\.mjs$/.test(id)

/**
 * Returns the names of the files by the modules in them: one for what the page starts with, and what several pieces of code
 * need; one for what follows when the browser is idle; one for all short views. By default there would be one for each set of
 * pieces that share a module, some of them smaller than a request for them.
 */
const nameFiles = (infoOf) => {
  const first = reachedFrom(entry, infoOf, atOnce)
  for (const id of reachedFrom(lazyViews, infoOf, atOnce)) first.add(id)
  const later = [...reachedFrom(entry, infoOf, atAnyTime)].flatMap(
    (id) => infoOf(id).dynamicallyImportedIds,
  )
  const pieces = [...new Set(later)].map((id) => ({
    name: isView(id) || isApart(id) ? id : 'deferred-bundle',
    modules: [...reachedFrom(id, infoOf, atOnce)].filter((each) => !first.has(each)),
  }))
  const users = new Map()
  for (const { name, modules } of pieces)
    for (const id of modules) users.set(id, new Set(users.get(id)).add(name))
  const names = new Map()
  for (const id of first) names.set(id, 'index')
  for (const [id, using] of users) {
    const [name, other] = using
    // A module that is loaded apart has a file of its own, also for the modules it shares with others.
    names.set(id, [...using].some(isApart) ? null : other ? 'index' : name)
  }
  for (const piece of new Set(names.values())) {
    const own = [...names].filter(([, name]) => name === piece).map(([id]) => id)
    const length = own.reduce((sum, id) => sum + (infoOf(id).code ?? '').length, 0)
    if (isView(piece)) for (const id of own) names.set(id, length < shortView ? 'views' : null)
  }
  return names
}

const fileNames = () => {
  let names
  return (id, context) => {
    names ??= nameFiles((each) => context.getModuleInfo(each))
    return names.get(id) ?? null
  }
}

/** Vite plugin for that build, whose files stand in a folder of their own beside those of the editor's. */
export const visitorBuild = () => ({
  name: 'visitor-build',
  enforce: 'pre',
  config({ build: { rolldownOptions } }) {
    // Options that a plugin returns would be added to these groups.
    rolldownOptions.output.codeSplitting.groups = [{ name: fileNames(), debugName: 'visitor' }]
    const output = {
      chunkFileNames: 'assets/visitor/[name]-[hash:7].js',
      assetFileNames: 'assets/visitor/[name]-[hash:7][extname]',
      entryFileNames: 'assets/visitor/[name]-[hash:7].js',
    }
    return {
      resolve: { alias },
      build: {
        copyPublicDir: false,
        manifest: '.vite/visitor-manifest.json',
        rolldownOptions: { output },
      },
    }
  },
  load(id) {
    const file = visitorFileOf(id)
    return file !== id && existsSync(file) ? readFileSync(file, 'utf8') : null
  },
})
