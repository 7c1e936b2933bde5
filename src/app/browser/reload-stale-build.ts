/** The build's id, inserted by the bundler. */
declare const __BUILD__: string

/** Milliseconds in which a second reload is prevented (specification, section 9). */
const cooldown = 10_000

const storageKey = 'reloaded'

/** Reloads the page when a chunk of an older build is no longer available; at most once for each build. */
export const reloadStaleBuild = async ({ payload }: { payload: Error }) => {
  const [build, at] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
  if (build === __BUILD__ || Date.now() - Number(at) < cooldown) return
  // The page works without a late stylesheet, and a reload would fail while the server is down.
  if (payload.message.includes('CSS') || !(await isServerUp())) return
  sessionStorage.setItem(storageKey, `${__BUILD__} ${Date.now()}`)
  location.reload()
}

const isServerUp = () =>
  fetch(`/builds/latest.json?${Date.now()}`).then(
    ({ ok }) => ok,
    () => false,
  )
