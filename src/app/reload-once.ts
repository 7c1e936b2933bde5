/** How long a reload is remembered (specification, section 9): what still fails after one is not helped by another. */
const lifetime = 10_000

const name = 'reloaded'

/** A piece of code that is not there any more belongs to an older build, so the page begins anew, once. */
export const reloadOnce = ({ payload }: { payload: Error }) => {
  // A stylesheet that is missing is no reason, and without a network there is nothing to reload from.
  if (!navigator.onLine || payload.message.includes('CSS')) return
  if (Date.now() - Number(sessionStorage.getItem(name)) < lifetime) return
  sessionStorage.setItem(name, `${Date.now()}`)
  location.reload()
}
