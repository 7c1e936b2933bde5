/** Remembers the state of the editor in the session storage, of which each browser tab has its own. */

import { parseJson } from '#content/parse-json.ts'

/** Calls `access` with the storage. Returns undefined where the browser refuses it; the state is then lost on a reload. */
const withStorage = <Result>(access: (storage: Storage) => Result): Result | undefined => {
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
const tabText = (key: string) => {
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

/**
 * Returns the same for a text that contains its account. That of another account is kept aside in this browser, until that
 * account edits again.
 */
const accountText = (key: string) => {
  const text = tabText(key)
  const moveAside = (account: string) => {
    const before = text.read()
    const owner = (parseJson(before ?? '') as { account?: string } | null)?.account
    if (owner === account) return
    if (before && owner) localStorage.setItem(`${key} ${owner} ${Date.now()}`, before)
    const kept = Object.keys(localStorage).find((each) => each.startsWith(`${key} ${account} `))
    text.save(kept === undefined ? null : localStorage.getItem(kept))
    localStorage.removeItem(kept ?? '')
  }
  return {
    ...text,
    readFor: (account: string) => {
      withStorage(() => moveAside(account))
      return text.read() ?? ''
    },
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
/** The text of the history of undo and redo. */
export const historyText = tabText('history')
/** The text of the edits that are not saved. */
export const editsText = accountText('edits')
/** The text of the actions that wait for the network. */
export const actionsText = accountText('actions')
/** The text of what is being added. */
export const additionText = accountText('addition')
/** The text of what is selected. */
export const selectionText = tabText('selection')
/** Set while the outline is open. */
export const outlineFlag = tabFlag('outline')
