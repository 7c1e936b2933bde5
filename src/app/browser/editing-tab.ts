/** Remembers in the session storage, which each browser tab has its own of, that the tab is editing. */

const key = 'editing'

/** Calls `access` with the storage; a browser may refuse it, and then a reload ends edit mode. */
const withStorage = <Result>(access: (storage: Storage) => Result): Result | undefined => {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}

export const isEditingTab = () => withStorage((storage) => storage.getItem(key)) === 'true'
export const markEditingTab = () => withStorage((storage) => storage.setItem(key, 'true'))
export const unmarkEditingTab = () => withStorage((storage) => storage.removeItem(key))
