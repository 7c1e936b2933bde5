/** Components are animated to their new positions when the order of their group changes; nothing else measures them. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ComponentPosition } from '#content/model/resource.ts'
import { layoutOffsetOf, loadLayoutAnimation } from '#src/editor/dom/layout-animation.ts'
import {
  type OpenEditor,
  openEditor,
  sampleGroup,
  selectLink,
  stageTitle,
  title,
  typeInto,
} from '../../../support/editor.tsx'

/** The height of each component in pixels. */
const height = 100

const groupEl = () => document.querySelector(`[data-area="page"] [data-iri="${sampleGroup}"]`)!

/** The elements of the components, from top to bottom. */
const frames = () =>
  [...groupEl().children].map(({ firstElementChild }) => firstElementChild as HTMLElement)

/** The component in the layout, which is above the page. */
const linkFrame = () => document.querySelector('[data-iri="/_/component_positions/link"] > *')

const stillAnimating = () => [...document.querySelectorAll('[data-animating]')]

/** Lays the components out below one another, and records what is measured and what is animated. */
const watchAnimations = ({ reducedMotion = false } = {}) => {
  const { animate } = Element.prototype
  const animations: { element: Element; translate: unknown; animation: Animation }[] = []
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (
    this: Element,
    ...[keyframes, options]
  ) {
    const animation = animate.call(this, keyframes, options)
    // A browser does not report that a canceled animation has not finished.
    animation.finished.catch(() => {})
    const { translate } = keyframes as PropertyIndexedKeyframes
    if (translate) animations.push({ element: this, translate, animation })
    return animation
  })
  const offset = { shift: 0 }
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const index = frames().indexOf(this as HTMLElement)
    const shift = this.hasAttribute('data-animating') ? offset.shift : 0
    if (index === -1) return this === linkFrame() ? new DOMRect(400, -60, 80, 20) : new DOMRect()
    return new DOMRect(0, index * height + shift, 600, height)
  })
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: reducedMotion } as MediaQueryList)
  return {
    animations,
    offset,
    translationsOf: (...elements: Element[]) =>
      elements.map(
        (element) => animations.findLast((animation) => animation.element === element)?.translate,
      ),
    measureOf: async (act: () => unknown) => {
      measure.mockClear()
      await act()
      return measure.mock.contexts.filter((element) => frames().includes(element as HTMLElement))
    },
  }
}

const openSelected = async (options?: { reducedMotion: boolean }) => {
  const watch = watchAnimations(options)
  const editor = await openEditor()
  await loadLayoutAnimation()
  await editor.user.click(title())
  return { ...editor, ...watch }
}

/** Changes the order of the positions on the server, such as an update by a colleague or undo. */
const receiveOrder = ({ cache, happen }: OpenEditor, ...ids: string[]) =>
  happen(() =>
    cache.save(
      ids.map((id, index) => {
        const position = cache.read(`/_/component_positions/${id}`) as ComponentPosition
        return { resource: { ...position, sortValue: index } }
      }),
    ),
  )

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('components that change positions are animated, and leave no style behind', async () => {
  const { press, animations, translationsOf } = await openSelected()
  const [one, two, three] = frames()
  await press('Move down')
  expect(frames()).toEqual([two, one, three])
  expect(translationsOf(one!, two!, three!)).toEqual([
    ['0px -100px', '0px 0px'],
    ['0px 100px', '0px 0px'],
    undefined,
  ])
  expect(stillAnimating()).toEqual([two, one])
  for (const { animation } of animations) animation.finish()
  await vi.waitFor(() => expect(stillAnimating()).toEqual([]))
  expect(frames().map((element) => element.getAttribute('style'))).toEqual([null, null, null])
})

test('an order that comes from the server is animated', async () => {
  const editor = await openSelected()
  const { translationsOf } = editor
  const [one, two, three] = frames()
  await receiveOrder(editor, 'three', 'one', 'two')
  expect(frames()).toEqual([three, one, two])
  expect(translationsOf(one!, two!, three!)).toEqual([
    ['0px -100px', '0px 0px'],
    ['0px -100px', '0px 0px'],
    ['0px 200px', '0px 0px'],
  ])
})

/** Selects the link in the layout, and moves it to the end of the page. */
const moveLinkToPage = async (options?: { reducedMotion: boolean }) => {
  const watch = watchAnimations(options)
  const editor = await openEditor()
  await loadLayoutAnimation()
  await selectLink(editor)
  await editor.user.click(screen.getByRole('tab', { name: 'Order' }))
  await editor.user.selectOptions(screen.getByLabelText('Section'), sampleGroup)
  const { happen, puppets } = editor
  await happen(() => puppets.drop.settle({ type: 'xstate.done.actor.confirm', output: true }))
  return watch
}

test('a component glides from the section that it leaves to its new one', async () => {
  const { animations, translationsOf } = await moveLinkToPage()
  expect(frames()).toHaveLength(4)
  expect(frames().at(-1)).toBe(linkFrame())
  expect(animations).toHaveLength(1)
  expect(translationsOf(linkFrame()!)).toEqual([['400px -360px', '0px 0px']])
})

test('under reduced motion it is in its new section at once', async () => {
  const { animations } = await moveLinkToPage({ reducedMotion: true })
  expect(frames().at(-1)).toBe(linkFrame())
  expect(animations).toEqual([])
})

test('an animation that is interrupted goes on from where the component is seen', async () => {
  const { press, animations, translationsOf, offset } = await openSelected()
  const [one, two, three] = frames()
  await press('Move down')
  const former = animations.map(({ animation }) => animation)
  offset.shift = -30
  await press('Move down')
  expect(former.map(({ playState }) => playState)).toEqual(['idle', 'idle'])
  expect(frames()).toEqual([two, three, one])
  expect(translationsOf(one!, two!, three!)).toEqual([
    ['0px -130px', '0px 0px'],
    ['0px -30px', '0px 0px'],
    ['0px 100px', '0px 0px'],
  ])
})

test('a component that is removed is animated no more, and one that is added is not animated', async () => {
  const editor = await openSelected()
  const { animations } = editor
  const [one] = frames()
  await editor.press('Move down')
  const { animation } = animations.find(({ element }) => element === one)!
  expect(animation.playState).toBe('running')
  await editor.happen(() => editor.cache.remove(['/_/component_positions/one']))
  expect(animation.playState).toBe('idle')
  const count = animations.length
  await stageTitle(editor)
  expect(animations).toHaveLength(count)
})

test('leaving edit mode ends all animations', async () => {
  const { press, animations } = await openSelected()
  await press('Move down')
  await press('Done')
  await vi.waitFor(() =>
    expect(animations.map(({ animation }) => animation.playState)).toEqual(['idle', 'idle']),
  )
})

test('nothing is animated and nothing is measured for it under reduced motion', async () => {
  const { press, animations, measureOf } = await openSelected({ reducedMotion: true })
  const [one, two, three] = frames()
  const measured = await measureOf(() => press('Move down'))
  expect(frames()).toEqual([two, one, three])
  expect(animations).toEqual([])
  // The highlight and scrolling measure the selected component.
  expect(new Set(measured)).toEqual(new Set([one]))
})

test('a key measures no component, and one that is added or removed measures no other', async () => {
  const editor = await openSelected()
  const { measureOf, cache, happen } = editor
  expect(await measureOf(() => typeInto(title(), 'Curtain up'))).toEqual([])
  expect(await measureOf(() => editor.wait(250))).toEqual([])

  const [one, two] = frames()
  const position = cache.read('/_/component_positions/three')!
  const removed = await measureOf(() => happen(() => cache.remove([position['@id']])))
  expect(frames()).toEqual([one, two])
  expect(removed).not.toContain(two)
  const added = await measureOf(() => happen(() => cache.save([{ resource: position }])))
  expect(frames()).toHaveLength(3)
  expect(added).not.toContain(two)
})

test('what contains the animated component is measured where it will be', () => {
  document.body.innerHTML =
    '<div id="position"><div data-animating style="translate: 5px -40px"><p id="text">Words</p></div></div><p id="other"></p>'
  const offsetOf = (id: string) => layoutOffsetOf(document.getElementById(id)!)
  expect(offsetOf('position')).toEqual({ x: 5, y: -40 })
  expect(offsetOf('text')).toEqual({ x: 5, y: -40 })
  expect(offsetOf('other')).toEqual({ x: 0, y: 0 })
  document.body.innerHTML = ''
})
