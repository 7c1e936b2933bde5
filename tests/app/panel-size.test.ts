import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPanelSize, savePanelSize } from '#src/app/browser/panel-size.ts'
import { createStorage, forbiddenStorage } from '../support/web-storage.ts'

beforeEach(() => void vi.stubGlobal('localStorage', createStorage()))
afterEach(() => void vi.unstubAllGlobals())

test('sizes are remembered apart from each other, and the default ones are not stored', () => {
  expect(readPanelSize()).toEqual({ width: null, height: null })
  savePanelSize({ width: 400, height: null })
  expect(readPanelSize()).toEqual({ width: 400, height: null })
  savePanelSize({ width: 400, height: 200 })
  expect(readPanelSize()).toEqual({ width: 400, height: 200 })
  savePanelSize({ width: null, height: null })
  expect(localStorage.getItem('panel-size')).toBeNull()
})

test('what is no size is the default one', () => {
  localStorage.setItem('panel-size', '{"width":"wide","height":null,"depth":3}')
  expect(readPanelSize()).toEqual({ width: null, height: null })
})

test('a storage that is refused throws when it is read, and not when it is written', () => {
  vi.stubGlobal('localStorage', forbiddenStorage)
  expect(() => readPanelSize()).toThrow('insecure')
  expect(() => savePanelSize({ width: 400, height: null })).not.toThrow()
})
