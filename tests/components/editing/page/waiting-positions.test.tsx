/** On a long page the components near the window become editable when edit mode begins, and the others after it is painted. */
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Component } from '#content/model/resource.ts'
import { component, pagePayload } from '../../../support/content/page-payload.ts'
import { openEditor, queryManager, sampleGroup } from '../../../support/editor.tsx'

const count = 120
/** The height of each component in pixels; the window is 768 pixels high. */
const height = 100

/** The functions that the browser calls once it is idle. */
let idleCallbacks: (() => void)[] = []

beforeEach(() => {
  idleCallbacks = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback))
  vi.stubGlobal('cancelIdleCallback', (handle: number) =>
    idleCallbacks.splice(handle - 1, 1, () => {}),
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const index = this.parentElement ? positionEls().indexOf(this.parentElement) : -1
    return index === -1 ? new DOMRect() : new DOMRect(0, index * height - scrolledBy, 600, height)
  })
})
afterEach(() => {
  cleanup()
  scrolledBy = 0
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let scrolledBy = 0
const groupEl = () => document.querySelector(`[data-area="page"] [data-iri="${sampleGroup}"]`)!
const positionEls = () => [...groupEl().children]
// Not by their roles and names, which the DOM of the tests takes seconds to compute for so many.
const headingAt = (index: number) => positionEls()[index]!.querySelector('h1, h2')!
const isEditable = (index: number) => headingAt(index).querySelector('[role="textbox"]') !== null
const editableCount = () => groupEl().querySelectorAll('[role="textbox"]').length

const becomeIdle = () =>
  act(async () => {
    const callbacks = idleCallbacks
    idleCallbacks = []
    for (const callback of callbacks) callback()
  })

const headings = (drafted?: number): Component[] =>
  Array.from({ length: count }, (_, index) => {
    const heading = component('Title', String(index), { title: `Heading ${index}` })
    return index === drafted ? { ...heading, publishedAt: null, _metadata: draftMetadata } : heading
  })
const draftMetadata = { persisted: true, publishable: { published: false } }

const open = async (drafted?: number) => {
  const editor = await openEditor({ payload: pagePayload(headings(drafted)), editing: false })
  const before = positionEls().map(({ firstElementChild }) => firstElementChild)
  await editor.press('Edit')
  return { ...editor, before }
}

test('only the components near the window are rendered again when edit mode begins', async () => {
  const { before } = await open()
  const near = (2 * innerHeight) / height
  expect(editableCount()).toBeGreaterThan(near / 2)
  expect(editableCount()).toBeLessThanOrEqual(near + 1)
  const kept = positionEls().filter(
    ({ firstElementChild }, index) => firstElementChild === before[index],
  )
  expect(kept).toHaveLength(count - editableCount())
})

test('the others follow while the browser is idle, the closest to the window first', async () => {
  await open()
  const first = editableCount()
  scrolledBy = 90 * height
  await becomeIdle()
  const batch = editableCount() - first
  expect(isEditable(90)).toBe(true)
  expect(isEditable(40)).toBe(false)
  for (let round = 0; round < count / batch; round += 1) await becomeIdle()
  expect(editableCount()).toBe(count)
  expect(idleCallbacks).toEqual([])
})

test('they wait while somebody types, presses or moves the pointer, and a while after that', async () => {
  await open()
  await becomeIdle()
  const before = editableCount()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  for (const fire of [fireEvent.keyDown, fireEvent.pointerDown, fireEvent.pointerMove]) {
    fire(groupEl())
    await becomeIdle()
    vi.advanceTimersByTime(1_000)
    await becomeIdle()
    expect(editableCount()).toBe(before)
  }
  vi.advanceTimersByTime(1_000)
  await becomeIdle()
  expect(editableCount()).toBeGreaterThan(before)
})

test('a component becomes editable as soon as it is selected, and stays so', async () => {
  const { user } = await open()
  expect(isEditable(80)).toBe(false)
  await user.click(headingAt(80))
  expect(queryManager()).not.toBeNull()
  expect(isEditable(80)).toBe(true)
  expect(headingAt(80).closest('[aria-current="true"]')).not.toBeNull()
  await user.click(headingAt(0))
  expect(isEditable(80)).toBe(true)
})

test('a draft is shown at once, wherever it is', async () => {
  await open(110)
  expect(isEditable(110)).toBe(true)
  expect(isEditable(109)).toBe(false)
})

test('nothing stays editable after edit mode, and it begins anew', async () => {
  const { press } = await open()
  await becomeIdle()
  await press('Done')
  expect(editableCount()).toBe(0)
  await press('Edit')
  expect(isEditable(0)).toBe(true)
  expect(isEditable(119)).toBe(false)
})
