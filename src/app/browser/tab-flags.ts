/** Remembers the state of the editor in the session storage, of which each browser tab has its own. */

/** Calls `access` with the storage. Returns undefined where the browser refuses it; flags are then lost on a reload. */
const withStorage = <Result>(access: (storage: Storage) => Result): Result | undefined => {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}

/** Holds a text under a key. What cannot be saved is not taken for what was saved before it. */
const tabText = (key: string) => {
  const clear = () => withStorage((storage) => storage.removeItem(key))
  return {
    read: () => withStorage((storage) => storage.getItem(key)) ?? null,
    save: (text: string) => {
      clear()
      withStorage((storage) => storage.setItem(key, text))
    },
    clear,
  }
}

const tabFlag = (key: string) => ({
  isSet: () => withStorage((storage) => storage.getItem(key)) === 'true',
  set: () => withStorage((storage) => storage.setItem(key, 'true')),
  clear: () => withStorage((storage) => storage.removeItem(key)),
})

/** Set while the tab is editing. */
export const editingFlag = tabFlag('editing')
/** What can be undone and redone. */
export const historyText = tabText('history')
/** Set while the outline is open. */
export const outlineFlag = tabFlag('outline')
