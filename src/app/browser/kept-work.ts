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

/** Returns functions for the copies of an account's work. There are none until it is known whose work it is. */
const workCopies = (key: string) => {
  let prefix = ''
  let own = ''
  const keys = () =>
    Object.keys(localStorage).filter((each) => prefix !== '' && each.startsWith(prefix))
  return {
    startFor: (account: string, tab: string) => {
      prefix = `${key} ${account} `
      own = tab
    },
    /** Saves the copy of this tab; null removes it. */
    save: (work: string | null) => {
      localStorage.removeItem(prefix + own)
      if (prefix !== '' && work !== null) localStorage.setItem(prefix + own, work)
    },
    /** Removes and returns the copy of what was done in this tab, before another account, or in a tab that is gone; null for none. */
    take: (open: ReadonlySet<string | undefined>) => {
      const found = keys().find((each) => {
        const tab = each.slice(prefix.length)
        return tab === own || !open.has(tab)
      })
      const work = localStorage.getItem(found ?? '')
      localStorage.removeItem(found ?? '')
      return work
    },
    clear: () => {
      for (const each of keys()) localStorage.removeItem(each)
    },
  }
}

/** Returns functions for the text of an account's work, which contains the account. */
const workText = (key: string) => {
  const text = tabText(key)
  const copies = workCopies(key)
  const save = (work: string | null) => {
    text.save(work)
    withStorage(() => copies.save(work))
  }
  return {
    save,
    clear: () => save(null),
    /** Forgets the work of the account in all tabs, also in those that are gone. */
    clearAll: () => {
      save(null)
      withStorage(copies.clear)
    },
    /** Returns the work of an account, or ''. From now on, its work in this tab is saved. */
    readFor: async (account: string) => {
      const own = tabId.read() ?? newId()
      tabId.save(own)
      const open = await holdLock(own).catch(() => null)
      withStorage(() => {
        if (!open) return
        copies.startFor(account, own)
        const before = parseJson(text.read() ?? '') as { account?: string } | null
        if (before?.account !== account) save(copies.take(open))
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
