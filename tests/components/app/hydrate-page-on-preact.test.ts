/** Covers what the visitors' build makes of the server's elements. The HTML is written as React writes it on the server. */
import { createElement, createRef, useId, useState } from 'preact/compat'
import { act } from 'preact/test-utils'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { hydratePage } from '#src/app/browser/hydrate-page.visitor.ts'

vi.mock('react-dom/client', () => import('preact/compat/client'))

const byId = (id: string | null | undefined) => document.getElementById(id ?? '')

const inputRef = createRef<HTMLInputElement>()
let fail: () => void
let root: HTMLElement

/** A field that says what is wrong only later. */
const Field = () => {
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  fail = () => setWrong(true)
  return createElement(
    'form',
    null,
    createElement('label', { htmlFor: id }, 'Name'),
    createElement('input', {
      id,
      ref: inputRef,
      'aria-describedby': isWrong ? `${id}-help ${id}-error` : `${id}-help`,
    }),
    createElement('p', { id: `${id}-help` }, 'P10-20 is a pump.'),
    isWrong && createElement('p', { id: `${id}-error` }, 'Missing'),
    createElement('textarea', { value: 'Dear', onChange: () => {} }),
  )
}

const hydrate = () =>
  act(() => hydratePage(root, createElement(Field, null) as unknown as ReactNode))

beforeEach(() => {
  root = document.createElement('div')
  document.body.replaceChildren(root)
  root.innerHTML =
    '<form><label for="_R_1_">Name</label><input id="_R_1_" aria-describedby="_R_1_-help"/>' +
    '<p id="_R_1_-help">P10-20 is a pump.</p><textarea>Dear</textarea></form>'
})

test('labels and descriptions refer to elements that exist, also later ones', async () => {
  const input = root.querySelector('input')!
  await hydrate()
  await act(() => fail())
  expect(root.querySelector('input')).toBe(input)
  expect(byId(root.querySelector('label')?.htmlFor)).toBe(input)
  const described = input.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => byId(id)?.textContent)).toEqual(['P10-20 is a pump.', 'Missing'])
})

test('an element with an id keeps its ref', async () => {
  await hydrate()
  expect(inputRef.current).toBe(root.querySelector('input'))
  await act(() => fail())
  expect(inputRef.current).toBe(root.querySelector('input'))
})

test('a text that looks like an id stays a text', async () => {
  await hydrate()
  expect(root.querySelector('p')!.getAttributeNames()).toEqual(['id'])
})

test('a long text that was typed before is as it was', async () => {
  const text = root.querySelector('textarea')!
  text.value = 'Dear Ada'
  text.setSelectionRange(0, 4)
  await hydrate()
  expect(text.value).toBe('Dear Ada')
  expect([text.selectionStart, text.selectionEnd]).toEqual([0, 4])
  expect(text.defaultValue).toBe('Dear')
})
