/** Remembers the state of the editor in the session storage, of which each browser tab has its own. */

/** Calls `access` with the storage. Returns undefined where the browser refuses it; the state is then lost on a reload. */
export const withStorage = <Result>(access: (storage: Storage) => Result): Result | undefined => {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}

/**
 * Returns functions that read and save a text under a key. Null clears it, and so does a text that cannot be saved: the one
 * before it is out of date.
 */
export const tabText = (key: string) => {
  const clear = () => withStorage((storage) => storage.removeItem(key))
  return {
    read: () => withStorage((storage) => storage.getItem(key)) ?? null,
    save: (text: string | null) => {
      const isSaved = withStorage((storage) => {
        if (text !== null) storage.setItem(key, text)
        return text !== null
      })
      if (!isSaved) clear()
    },
    clear,
  }
}

const tabFlag = (key: string) => {
  const { read, save, clear } = tabText(key)
  return { isSet: () => read() === 'true', set: () => save('true'), clear }
}

/** Set while the tab is editing. */
export const editingFlag = tabFlag('editing')
/** The device and the colors in which the page is previewed. */
export const devicePreviewText = tabText('device-preview')
/** The text of what is selected. */
export const selectionText = tabText('selection')
/** Set while the outline is open. */
export const outlineFlag = tabFlag('outline')
