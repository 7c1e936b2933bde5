import { normalizePath } from 'vite'

/**
 * Calls `reload` after a file for which `matches` returns true has changed, and never twice at once. `reload` loads the
 * file anew: Vite forgets the old module only after its own hooks, when it may be loaded again already.
 *
 * @param {import('vite').ViteDevServer} vite
 * @param {(file: string) => boolean} matches
 * @param {() => Promise<void>} reload
 */
export const reloadOnChange = (vite, matches, reload) => {
  let reloading = Promise.resolve()
  vite.watcher.on('change', (file) => {
    if (!matches(file)) return
    reloading = reloading
      .then(() => vite.environments.ssr.moduleGraph.onFileChange(normalizePath(file)))
      .then(reload)
      .catch((error) => console.error(error))
  })
}
