/** Put in by the build. */
declare const __BUILD__: string

/** How long a reload is remembered, whatever it led to (specification, section 9). */
const lifetime = 10_000

const name = 'reloaded'

/** A piece of code that is not there any more belongs to an older build, so the page begins anew: once for each build. */
export const reloadOnce = async ({ payload }: { payload: Error }) => {
  const [build, at] = (sessionStorage.getItem(name) ?? '').split(' ')
  if (build === __BUILD__ || Date.now() - Number(at) < lifetime) return
  // A stylesheet that is missing is no reason, and from a server that does not answer there is nothing to reload.
  if (payload.message.includes('CSS') || !(await isServing())) return
  sessionStorage.setItem(name, `${__BUILD__} ${Date.now()}`)
  location.reload()
}

const isServing = () =>
  fetch(`/builds/latest.json?${Date.now()}`).then(
    ({ ok }) => ok,
    () => false,
  )
