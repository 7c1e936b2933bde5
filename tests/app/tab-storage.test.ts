import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { editingFlag, outlineFlag, selectionText } from '#src/app/browser/tab-storage.ts'
import { createStorage, forbiddenStorage, fullStorage } from '../support/web-storage.ts'

beforeEach(() => void vi.stubGlobal('sessionStorage', createStorage()))
afterEach(() => void vi.unstubAllGlobals())

test('a tab is remembered until it is no longer editing', () => {
  expect(editingFlag.isSet()).toBe(false)
  editingFlag.set()
  expect(editingFlag.isSet()).toBe(true)
  editingFlag.clear()
  expect(editingFlag.isSet()).toBe(false)
})

test('the outline is remembered apart from editing', () => {
  outlineFlag.set()
  expect([outlineFlag.isSet(), editingFlag.isSet()]).toEqual([true, false])
})

test('another tab does not know about it', () => {
  editingFlag.set()
  vi.stubGlobal('sessionStorage', createStorage())
  expect(editingFlag.isSet()).toBe(false)
})

test.each([
  ['full', fullStorage()],
  ['forbidden', forbiddenStorage],
  ['missing', undefined],
])('a storage that is %s is no error', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  editingFlag.set()
  expect(editingFlag.isSet()).toBe(false)
  editingFlag.clear()
})

test('a text that is too large for the storage is not taken for the one before it', () => {
  const storage = createStorage()
  vi.stubGlobal('sessionStorage', storage)
  selectionText.save('before')
  expect(selectionText.read()).toBe('before')
  vi.stubGlobal('sessionStorage', fullStorage(storage))
  selectionText.save('after')
  expect(selectionText.read()).toBeNull()
})

test('a forbidden storage has no text', () => {
  vi.stubGlobal('sessionStorage', forbiddenStorage)
  selectionText.save('a')
  expect(selectionText.read()).toBeNull()
  selectionText.clear()
})
