/** Components glide to their new places when the order of their group changes; nothing else measures them. */
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ComponentPosition } from '#content/model/resource.ts'
import { glideOffsetOf, loadGlide } from '#src/editor/dom/glide.ts'
import {
  type OpenEditor,
  openEditor,
  sampleGroup,
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

const stillGliding = () => [...document.querySelectorAll('[data-gliding]')]

/** Lays the components out below one another, and records what is measured and what glides. */
const watchGlides = ({ reducedMotion = false } = {}) => {
  const { animate } = Element.prototype
  const glides: { element: Element; translate: unknown; animation: Animation }[] = []
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (
    this: Element,
    ...[keyframes, options]
  ) {
    const animation = animate.call(this, keyframes, options)
    // A browser does not report that a canceled animation has not finished.
    animation.finished.catch(() => {})
    const { translate } = keyframes as PropertyIndexedKeyframes
    if (translate) glides.push({ element: this, translate, animation })
    return animation
  })
  const places = { shift: 0 }
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const index = frames().indexOf(this as HTMLElement)
    const shift = this.hasAttribute('data-gliding') ? places.shift : 0
    return index === -1 ? new DOMRect() : new DOMRect(0, index * height + shift, 600, height)
  })
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: reducedMotion } as MediaQueryList)
  return {
    glides,
    places,
    glidesOf: (...elements: Element[]) =>
      elements.map((element) => glides.findLast((glide) => glide.element === element)?.translate),
    measureOf: async (act: () => unknown) => {
      measure.mockClear()
      await act()
      return measure.mock.contexts.filter((element) => frames().includes(element as HTMLElement))
    },
  }
}

const openSelected = async (options?: { reducedMotion: boolean }) => {
  const watch = watchGlides(options)
  const editor = await openEditor()
  await loadGlide()
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

test('components that change places glide there, and leave no style behind', async () => {
  const { press, glides, glidesOf } = await openSelected()
  const [one, two, three] = frames()
  await press('Move down')
  expect(frames()).toEqual([two, one, three])
  expect(glidesOf(one!, two!, three!)).toEqual([
    ['0px -100px', '0px 0px'],
    ['0px 100px', '0px 0px'],
    undefined,
  ])
  expect(stillGliding()).toEqual([two, one])
  for (const { animation } of glides) animation.finish()
  await vi.waitFor(() => expect(stillGliding()).toEqual([]))
  expect(frames().map((element) => element.getAttribute('style'))).toEqual([null, null, null])
})

test('an order that comes from the server glides', async () => {
  const editor = await openSelected()
  const { glidesOf } = editor
  const [one, two, three] = frames()
  await receiveOrder(editor, 'three', 'one', 'two')
  expect(frames()).toEqual([three, one, two])
  expect(glidesOf(one!, two!, three!)).toEqual([
    ['0px -100px', '0px 0px'],
    ['0px -100px', '0px 0px'],
    ['0px 200px', '0px 0px'],
  ])
})

test('a glide that is interrupted goes on from where the component is seen', async () => {
  const { press, glides, glidesOf, places } = await openSelected()
  const [one, two, three] = frames()
  await press('Move down')
  const former = glides.map(({ animation }) => animation)
  places.shift = -30
  await press('Move down')
  expect(former.map(({ playState }) => playState)).toEqual(['idle', 'idle'])
  expect(frames()).toEqual([two, three, one])
  expect(glidesOf(one!, two!, three!)).toEqual([
    ['0px -130px', '0px 0px'],
    ['0px -30px', '0px 0px'],
    ['0px 100px', '0px 0px'],
  ])
})

test('a component that is removed glides no more, and one that is added does not glide', async () => {
  const editor = await openSelected()
  const { glides } = editor
  const [one] = frames()
  await editor.press('Move down')
  const { animation } = glides.find(({ element }) => element === one)!
  expect(animation.playState).toBe('running')
  await editor.happen(() => editor.cache.remove(['/_/component_positions/one']))
  expect(animation.playState).toBe('idle')
  const count = glides.length
  await stageTitle(editor)
  expect(glides).toHaveLength(count)
})

test('leaving edit mode ends all glides', async () => {
  const { press, glides } = await openSelected()
  await press('Move down')
  await press('Done')
  await vi.waitFor(() =>
    expect(glides.map(({ animation }) => animation.playState)).toEqual(['idle', 'idle']),
  )
})

test('nothing glides and nothing is measured for it under reduced motion', async () => {
  const { press, glides, measureOf } = await openSelected({ reducedMotion: true })
  const [one, two, three] = frames()
  const measured = await measureOf(() => press('Move down'))
  expect(frames()).toEqual([two, one, three])
  expect(glides).toEqual([])
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

test('what contains the gliding component is measured where it will be', () => {
  document.body.innerHTML =
    '<div id="position"><div data-gliding style="translate: 5px -40px"><p id="text">Words</p></div></div><p id="other"></p>'
  const offsetOf = (id: string) => glideOffsetOf(document.getElementById(id)!)
  expect(offsetOf('position')).toEqual({ x: 5, y: -40 })
  expect(offsetOf('text')).toEqual({ x: 5, y: -40 })
  expect(offsetOf('other')).toEqual({ x: 0, y: 0 })
  document.body.innerHTML = ''
})
