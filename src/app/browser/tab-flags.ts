/** Remembers the state of the editor in the session storage, of which each browser tab has its own. */

/** Calls `access` with the storage. Returns undefined where the browser refuses it; flags are then lost on a reload. */
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
