/** Makes the build of the client for visitors: the same source on Preact, without the editor and the screens of accounts. */
import { existsSync, readFileSync } from 'node:fs'

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

/** Vite plugin for that build, whose files stand in a folder of their own beside those of the editor's. */
export const visitorBuild = () => ({
  name: 'visitor-build',
  enforce: 'pre',
  config: () => ({
    resolve: { alias },
    build: {
      copyPublicDir: false,
      manifest: '.vite/visitor-manifest.json',
      rolldownOptions: {
        output: {
          chunkFileNames: 'assets/visitor/[name]-[hash:7].js',
          assetFileNames: 'assets/visitor/[name]-[hash:7][extname]',
          entryFileNames: 'assets/visitor/[name]-[hash:7].js',
        },
      },
    },
  }),
  load(id) {
    const file = visitorFileOf(id)
    return file !== id && existsSync(file) ? readFileSync(file, 'utf8') : null
  },
})
