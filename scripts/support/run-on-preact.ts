/** Builds the code, which is written against React, so that it runs on Preact. */
import type { PluginOption } from 'vite'

const reactOnServer = '\0react-on-server'

/**
 * Replaces React by Preact's implementation of it, with a tenth of its size: `react-dom` alone is larger than all other code
 * that a visitor loads. Development and the component tests run on React, which checks and warns more.
 *
 * @see https://preactjs.com/guide/v11/switching-to-preact
 */
export const runOnPreact = (): PluginOption => ({
  name: 'run-on-preact',
  apply: 'build',
  config: (_, { isSsrBuild = false }) => ({
    resolve: {
      alias: [
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
        { find: /^react-dom$/, replacement: 'preact/compat' },
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
        { find: /^react$/, replacement: isSsrBuild ? reactOnServer : 'preact/compat' },
      ],
    },
  }),
  resolveId: (id) => (id === reactOnServer ? id : null),
  // Preact's own `use` finds no context in the renderer to HTML. `useContext` does, and that it must be called in the same
  // order each time matters only where a component renders twice.
  load: (id) =>
    id === reactOnServer
      ? "export * from 'preact/compat'; export { default, useContext as use } from 'preact/compat'"
      : null,
})
