/** The effects of the `staleBuild` machine in the browser. */
import { failedAttribute } from '#src/ui/lazy/reload-stylesheets.ts'
import type { StaleBuildEvent } from '#machines/app/stale-build.ts'

/** The build's id, inserted by the bundler. */
declare const __BUILD__: string

/** Milliseconds in which a second reload is prevented. */
const cooldown = 10_000

const storageKey = 'reloaded'

/** Reports code that could not be loaded; returns a function that stops it. */
export const watchPreloads = (send: (event: StaleBuildEvent) => void) => {
  const listener = ({ payload }: VitePreloadErrorEvent) =>
    send({ type: 'preload.failed', isStylesheet: payload.message.includes('CSS') })
  const stopped = new AbortController()
  const options = { signal: stopped.signal }
  addEventListener('vite:preloadError', listener, options)
  addEventListener('error', markStylesheet, { ...options, capture: true })
  return () => stopped.abort()
}

/** Marks a stylesheet that could not be loaded. Code that is loaded again requests it again. */
const markStylesheet = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement) target.toggleAttribute(failedAttribute, true)
}

/**
 * Resolves with true if a reload may lead to a newer build: at most once for each build, and only while the server can be
 * reached. Rejects when it cannot.
 */
export const canReload = async () => {
  const [build, at] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
  if (build === __BUILD__ || Date.now() - Number(at) < cooldown) return false
  const { readLatestBuild } = await import('#src/api/builds.ts')
  await readLatestBuild()
  return true
}

/** Reloads the page, and remembers for the next document that it has. */
export const reloadPage = () => {
  sessionStorage.setItem(storageKey, `${__BUILD__} ${Date.now()}`)
  location.reload()
}
