import { expect, test } from 'vitest'
import { clampPanelSize, panelBounds, panelSizeByKey } from '#content/page/geometry/panel-size.ts'

test.each([
  ['width', 1440, 16, { min: 256, max: 512, initial: 320 }],
  ['width', 1024, 16, { min: 256, max: 512, initial: 320 }],
  // Never more than half of the window, whatever the text's size.
  ['width', 900, 16, { min: 256, max: 450, initial: 320 }],
  ['width', 1280, 20, { min: 320, max: 640, initial: 400 }],
  ['height', 800, 16, { min: 128, max: 400, initial: 320 }],
  ['height', 500, 16, { min: 128, max: 250, initial: 250 }],
  ['height', 201, 16, { min: 101, max: 101, initial: 101 }],
] as const)('the %s in %i pixels with a rem of %i', (dimension, room, rem, bounds) => {
  expect(panelBounds(dimension, room, rem)).toEqual(bounds)
})

const bounds = { min: 256, max: 512, initial: 320 }

test.each([
  [100, 256],
  [256, 256],
  [300.4, 300],
  [512, 512],
  [600, 512],
])('%f pixels become %i', (size, clamped) => {
  expect(clampPanelSize(size, bounds)).toBe(clamped)
})

test.each([
  ['ArrowLeft', 'width', 320, 336],
  ['ArrowRight', 'width', 320, 304],
  ['ArrowLeft', 'width', 505, 512],
  ['ArrowRight', 'width', 260, 256],
  ['ArrowUp', 'width', 320, undefined],
  ['ArrowUp', 'height', 320, 336],
  ['ArrowDown', 'height', 320, 304],
  ['ArrowLeft', 'height', 320, undefined],
  ['Home', 'width', 320, 256],
  ['End', 'height', 320, 512],
  ['Enter', 'width', 300, null],
  ['Escape', 'width', 320, undefined],
] as const)('%s changes a %s of %i to %s', (key, dimension, size, next) => {
  expect(panelSizeByKey(key, dimension, size, bounds)).toBe(next)
})
