/** What the session storage remembers of the editor, which each browser tab has its own of. */

/** Calls `access` with the storage; a browser may refuse it, and then a reload forgets. */
const withStorage = <Result>(access: (storage: Storage) => Result): Result | undefined => {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}

const tabFlag = (key: string) => ({
  isSet: () => withStorage((storage) => storage.getItem(key)) === 'true',
  set: () => withStorage((storage) => storage.setItem(key, 'true')),
  clear: () => withStorage((storage) => storage.removeItem(key)),
})

/** Set while the tab is editing. */
export const editingFlag = tabFlag('editing')
/** Set while the outline is open. */
export const outlineFlag = tabFlag('outline')
