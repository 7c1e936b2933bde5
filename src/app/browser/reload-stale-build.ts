/** Put in by the build. */
declare const __BUILD__: string

/** How long a reload is remembered, whatever it led to (specification, section 9). */
const cooldown = 10_000

const storageKey = 'reloaded'

/** A piece of code that is not there any more belongs to an older build, so the page begins anew: once for each build. */
export const reloadStaleBuild = async ({ payload }: { payload: Error }) => {
  const [build, at] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
  if (build === __BUILD__ || Date.now() - Number(at) < cooldown) return
  // A stylesheet that is missing is no reason, and from a server that does not answer there is nothing to reload.
  if (payload.message.includes('CSS') || !(await isServerUp())) return
  sessionStorage.setItem(storageKey, `${__BUILD__} ${Date.now()}`)
  location.reload()
}

const isServerUp = () =>
  fetch(`/builds/latest.json?${Date.now()}`).then(
    ({ ok }) => ok,
    () => false,
  )
