import { afterEach, expect, test, vi } from 'vitest'
import { editingFlag, historyText, outlineFlag } from '#src/app/browser/tab-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

const createStorage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

test('a tab is remembered until it is no longer editing', () => {
  vi.stubGlobal('sessionStorage', createStorage())
  expect(editingFlag.isSet()).toBe(false)
  editingFlag.set()
  expect(editingFlag.isSet()).toBe(true)
  editingFlag.clear()
  expect(editingFlag.isSet()).toBe(false)
})

test('the outline is remembered apart from editing', () => {
  vi.stubGlobal('sessionStorage', createStorage())
  outlineFlag.set()
  expect([outlineFlag.isSet(), editingFlag.isSet()]).toEqual([true, false])
})

test('another tab does not know about it', () => {
  vi.stubGlobal('sessionStorage', createStorage())
  editingFlag.set()
  vi.stubGlobal('sessionStorage', createStorage())
  expect(editingFlag.isSet()).toBe(false)
})

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each([
  ['full', { ...createStorage(), setItem: refuse }],
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['missing', undefined],
])('a storage that is %s is no error', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  editingFlag.set()
  expect(editingFlag.isSet()).toBe(false)
  editingFlag.clear()
})

test('a history that is too large for the storage is not taken for the one before it', () => {
  const storage = createStorage()
  vi.stubGlobal('sessionStorage', storage)
  historyText.save('before')
  expect(historyText.read()).toBe('before')
  vi.stubGlobal('sessionStorage', { ...storage, setItem: refuse })
  historyText.save('after')
  expect(historyText.read()).toBeNull()
})

test('a forbidden storage has no history', () => {
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  historyText.save('a')
  expect(historyText.read()).toBeNull()
  historyText.clear()
})
