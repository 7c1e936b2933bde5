/** Counts what a press, a movement and a key cost the browser, because on the small page of a test they take no time. */
import { cleanup } from '@testing-library/react'
import { EditorState, type Transaction } from 'prosemirror-state'
import { afterEach, expect, test, vi } from 'vitest'
import { followElement } from '#src/editor/dom/follow-element.ts'
import { textBoxesAround } from '#src/editor/dom/text-boxes.ts'
import { dropTargetAt } from '#src/editor/moving/drop-targets.ts'
import { parseHtml, serializeHtml } from '#src/editor/rich-text/schema/html.ts'
import { bodyText, openEditor, title } from '../../../support/editor.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Returns a function that counts what watches whether an element has moved. */
const watchMoves = () => {
  const observers = new Set<{ elements: Element[] }>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      elements: Element[] = []
      constructor() {
        observers.add(this)
      }
      observe(element: Element) {
        this.elements.push(element)
      }
      disconnect() {
        observers.delete(this)
      }
    },
  )
  return (element: Element) =>
    [...observers].filter(({ elements }) => elements.includes(element)).length
}

test('all that stands at what is selected shares one watch of its movements', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 40))
  const watchesOf = watchMoves()
  const { user } = await openEditor()
  const components = [title(), bodyText()].map((text) => text.closest('[data-iri]')!)
  for (const component of [...components, ...components]) {
    await user.click(component.querySelector('[role="textbox"]')!)
    await expect
      .poll(() => components.map(watchesOf))
      .toEqual(components.map((each) => (each === component ? 1 : 0)))
  }
})

test('each follower of an element hears of its movements until it stops', () => {
  watchMoves()
  const [element, floatingEl] = [document.createElement('p'), document.createElement('p')]
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const stopFirst = followElement(element, floatingEl, first)
  const stopSecond = followElement(element, floatingEl, second)
  const callsOf = (act: () => void) => {
    first.mockClear()
    second.mockClear()
    act()
    return [first.mock.calls.length, second.mock.calls.length]
  }
  const scroll = () => void dispatchEvent(new Event('scroll'))
  expect(callsOf(scroll)).toEqual([1, 1])
  stopFirst()
  expect(callsOf(scroll)).toEqual([0, 1])
  stopSecond()
  expect(callsOf(scroll)).toEqual([0, 0])
})

test('texts are measured by one range, which the browser has to keep up to date', () => {
  document.body.innerHTML = `<div data-area="page">${'<p>Some words</p>'.repeat(30)}</div>`
  const createRange = vi.spyOn(document, 'createRange')
  vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function (this: Range) {
    return [new DOMRect(0, 0, this.toString().length, 10)] as unknown as DOMRectList
  })
  const everywhere = { left: -1000, top: -1000, right: 1000, bottom: 1000 }
  const paragraphs = [...document.querySelectorAll('p')]
  for (const paragraph of paragraphs)
    expect(textBoxesAround(paragraph, everywhere)).toHaveLength(29)
  expect(createRange.mock.calls.length).toBeLessThanOrEqual(1)
})

/** Counts the elements of the documents that are made from now on. */
const countElements = () => {
  const createDocument = document.implementation.createHTMLDocument.bind(document.implementation)
  const spies: { mock: { calls: unknown[] } }[] = []
  vi.spyOn(document.implementation, 'createHTMLDocument').mockImplementation(() => {
    const made = createDocument()
    spies.push(vi.spyOn(made, 'createElement'))
    return made
  })
  return () => spies.reduce((count, { mock }) => count + mock.calls.length, 0)
}

test('while something is dragged, few of a thousand components are measured', () => {
  const count = 1_000
  const position = (index: number) =>
    `<div data-iri="/_/component_positions/${index}"><p>Words</p></div>`
  const positions = Array.from({ length: count }, (_, index) => position(index)).join('')
  document.body.innerHTML = `<div data-area="page"><div data-iri="/_/component_groups/1">${positions}</div></div>`
  const groupEl = document.querySelector('[data-iri="/_/component_groups/1"]')!
  const indexOf = new Map([...groupEl.children].map((element, index) => [element, index]))
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const index = indexOf.get(this)
    return index === undefined
      ? new DOMRect(0, 0, 600, count * 50)
      : new DOMRect(0, index * 50, 600, 40)
  })
  // Between two components the group itself is at the point.
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(groupEl)
  for (const [y, before] of [
    [25_042, 501],
    [25_048, 501],
    [43, 1],
  ] as const) {
    measure.mockClear()
    expect(dropTargetAt({ x: 300, y }, ['/_/component_positions/700'])).toMatchObject({
      before: `/_/component_positions/${before}`,
    })
    expect(measure.mock.calls.length).toBeLessThan(60)
  }
})

test('a key in a long text makes HTML of the paragraph in which it is typed, and of no other', () => {
  const words = (text: string) => `<p>${text} <strong>and</strong> more</p>`
  const html = Array.from({ length: 50 }, (_, index) => words(`Paragraph ${index}`)).join('')
  const type = (tr: Transaction) => tr.insertText('x', tr.doc.child(0).nodeSize + 1)
  const state = EditorState.create({ doc: parseHtml(html) })
  expect(serializeHtml(state.doc)).toBe(html)
  const created = countElements()
  const typed = serializeHtml(state.apply(type(state.tr)).doc)
  expect(typed).toBe(html.replace('Paragraph 1 ', 'xParagraph 1 '))
  expect(created()).toBeGreaterThan(0)
  expect(created()).toBeLessThan(10)
})
