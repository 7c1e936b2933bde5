import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { additionText, editsText, historyText } from '#src/app/browser/kept-work.ts'
import { createStorage, forbiddenStorage } from '../support/web-storage.ts'

/** Returns a storage whose keys can be listed. */
const listedStorage = (): object =>
  Object.create({
    getItem(key: string) {
      return this[key] ?? null
    },
    setItem(key: string, value: string) {
      this[key] = value
    },
    removeItem(key: string) {
      delete this[key]
    },
  } satisfies ThisType<Record<string, string>> & object) as object

/** The names of the locks that open tabs hold. */
let held: string[]
const locks = {
  query: () => Promise.resolve({ held: held.map((name) => ({ name })), pending: [] }),
  request: (name: string) => {
    held.push(name)
    return new Promise(() => {})
  },
}

/** Goes on as in a new tab, of which the browser has kept nothing. */
const openTab = () => vi.stubGlobal('sessionStorage', createStorage())

beforeEach(() => {
  held = []
  openTab()
  vi.stubGlobal('localStorage', listedStorage())
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => void vi.unstubAllGlobals())

const workOf = (account: string, words: string) => JSON.stringify({ account, edits: [words] })
const mine = workOf('/users/1', 'Mine')

const typeMine = async () => {
  expect(await editsText.readFor('/users/1')).toBe('')
  editsText.save(mine)
}

test('work is there after a reload', async () => {
  await typeMine()
  expect(await editsText.readFor('/users/1')).toBe(mine)
})

test('work of a tab that is gone is taken by the next one, once', async () => {
  await typeMine()
  held = []
  openTab()
  expect(await additionText.readFor('/users/1')).toBe('')
  expect(await editsText.readFor('/users/1')).toBe(mine)
  openTab()
  expect(await editsText.readFor('/users/1')).toBe('')
})

test('work of an open tab stays there', async () => {
  await typeMine()
  openTab()
  expect(await editsText.readFor('/users/1')).toBe('')
})

test('work that is saved is not there for another tab', async () => {
  await typeMine()
  editsText.save(null)
  held = []
  openTab()
  expect(await editsText.readFor('/users/1')).toBe('')
})

test('work of another account is kept until that one is back', async () => {
  await typeMine()
  expect(await editsText.readFor('/users/2')).toBe('')
  editsText.save(workOf('/users/2', 'Hers'))
  expect(await editsText.readFor('/users/1')).toBe(mine)
  expect(await editsText.readFor('/users/2')).toBe(workOf('/users/2', 'Hers'))
})

test.each([
  ['without locks', () => vi.stubGlobal('navigator', {})],
  ['with a storage that is forbidden', () => vi.stubGlobal('localStorage', forbiddenStorage)],
])('the tab itself remembers its work %s', async (_, prepare) => {
  prepare()
  await typeMine()
  expect(await editsText.readFor('/users/1')).toBe(mine)
  openTab()
  expect(await editsText.readFor('/users/1')).toBe('')
})

test('the history of all tabs is forgotten with the session, and that of another account is kept', async () => {
  for (const account of ['/users/1', '/users/1', '/users/2']) {
    openTab()
    await historyText.readFor(account)
    historyText.save(workOf(account, 'Changed'))
  }
  held = []
  openTab()
  await historyText.readFor('/users/1')
  historyText.clearAll()
  openTab()
  expect(await historyText.readFor('/users/1')).toBe('')
  openTab()
  expect(await historyText.readFor('/users/2')).toBe(workOf('/users/2', 'Changed'))
})
