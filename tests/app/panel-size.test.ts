import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPanelSize, savePanelSize } from '#src/app/browser/panel-size.ts'

const createStorage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    size: () => entries.size,
  }
}
let storage = createStorage()
beforeEach(() => {
  storage = createStorage()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => void vi.unstubAllGlobals())

test('sizes are remembered apart from each other, and the default ones are not stored', () => {
  expect(readPanelSize()).toEqual({ width: null, height: null })
  savePanelSize({ width: 400, height: null })
  expect(readPanelSize()).toEqual({ width: 400, height: null })
  savePanelSize({ width: 400, height: 200 })
  expect(readPanelSize()).toEqual({ width: 400, height: 200 })
  savePanelSize({ width: null, height: null })
  expect(storage.size()).toBe(0)
})

test('what is no size is the default one', () => {
  storage.setItem('panel-size', '{"width":"wide","height":null,"depth":3}')
  expect(readPanelSize()).toEqual({ width: null, height: null })
})

test('a storage that is refused throws when it is read, and not when it is written', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  expect(() => readPanelSize()).toThrow('insecure')
  expect(() => savePanelSize({ width: 400, height: null })).not.toThrow()
})
