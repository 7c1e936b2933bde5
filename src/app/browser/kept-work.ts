/**
 * Remembers what an account has not sent yet and what it can undo: in the session storage for the tab, with a copy in the local
 * storage for when that tab is gone, or another account has signed in in it. A site without TLS has no locks, which tell whether a
 * tab is open, and so no copies.
 */
import { parseJson } from '#content/parse-json.ts'
import { newId } from '#src/ui/new-id.ts'
import { holdLock } from './open-documents.ts'
import { tabText, withStorage } from './tab-storage.ts'

const tabId = tabText('tab')

/** Removes and returns the copy of what was done in this tab, before another account, or in a tab that is gone; null for none. */
const takeCopy = (prefix: string, own: string, open: ReadonlySet<string | undefined>) => {
  const key = Object.keys(localStorage).find((each) => {
    const tab = each.slice(prefix.length)
    return each.startsWith(prefix) && (tab === own || !open.has(tab))
  })
  const work = localStorage.getItem(key ?? '')
  localStorage.removeItem(key ?? '')
  return work
}

/** Returns functions for the text of an account's work, which contains the account. */
const workText = (key: string) => {
  const text = tabText(key)
  /** The beginning of the keys of an account's copies, and the key of this tab's, once it is known whose work it is. */
  let prefix = ''
  let copyKey = ''
  const save = (work: string | null) => {
    text.save(work)
    withStorage(() => {
      localStorage.removeItem(copyKey)
      if (copyKey && work !== null) localStorage.setItem(copyKey, work)
    })
  }
  return {
    save,
    clear: () => save(null),
    /** Forgets the work of the account in all tabs, also in those that are gone. */
    clearAll: () => {
      save(null)
      withStorage(() => {
        const keys = Object.keys(localStorage).filter((each) => prefix && each.startsWith(prefix))
        for (const each of keys) localStorage.removeItem(each)
      })
    },
    /** Returns the work of an account, or ''. From now on, its work in this tab is saved. */
    readFor: async (account: string) => {
      const own = tabId.read() ?? newId()
      tabId.save(own)
      const open = await holdLock(own).catch(() => null)
      withStorage(() => {
        if (!open) return
        prefix = `${key} ${account} `
        copyKey = prefix + own
        const before = parseJson(text.read() ?? '') as { account?: string } | null
        if (before?.account !== account) save(takeCopy(prefix, own, open))
      })
      return text.read() ?? ''
    },
  }
}

/** The text of the edits that are not saved. */
export const editsText = workText('edits')
/** The text of the actions that wait for the network. */
export const actionsText = workText('actions')
/** The text of what is being added. */
export const additionText = workText('addition')
/** The text of the history of undo and redo. */
export const historyText = workText('history')
