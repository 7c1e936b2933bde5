import { afterEach, expect, test, vi } from 'vitest'
import { isEditingTab, markEditingTab, unmarkEditingTab } from '#src/app/browser/editing-tab.ts'

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
  expect(isEditingTab()).toBe(false)
  markEditingTab()
  expect(isEditingTab()).toBe(true)
  unmarkEditingTab()
  expect(isEditingTab()).toBe(false)
})

test('another tab does not know about it', () => {
  vi.stubGlobal('sessionStorage', createStorage())
  markEditingTab()
  vi.stubGlobal('sessionStorage', createStorage())
  expect(isEditingTab()).toBe(false)
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
  markEditingTab()
  expect(isEditingTab()).toBe(false)
  unmarkEditingTab()
})
