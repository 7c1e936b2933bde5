/** The build's id, inserted by the bundler. */
declare const __BUILD__: string

/** Milliseconds in which a second reload is prevented. */
const cooldown = 10_000

const storageKey = 'reloaded'

/**
 * Returns a function that reloads the page when a chunk of an older build is no longer available; at most once for each
 * build.
 */
export const createStaleBuildReload = () => {
  /** Without it, failing to load the code that asks the server would ask again. */
  let isAsking = false
  return async ({ payload }: { payload: Error }) => {
    const [build, at] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
    if (isAsking || build === __BUILD__ || Date.now() - Number(at) < cooldown) return
    isAsking = true
    // The page works without a late stylesheet, and a reload would fail while the server is down.
    const isUseful = !payload.message.includes('CSS') && (await isServerUp())
    isAsking = false
    if (!isUseful) return
    sessionStorage.setItem(storageKey, `${__BUILD__} ${Date.now()}`)
    location.reload()
  }
}

const isServerUp = () =>
  import('#src/api/builds.ts')
    .then(({ readLatestBuild }) => readLatestBuild())
    .then(
      () => true,
      () => false,
    )
