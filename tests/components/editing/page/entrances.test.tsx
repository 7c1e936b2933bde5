/** The panel, dialogs and notices move in when they appear, and stay where they are under reduced motion. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sendTo } from '../../../support/app.tsx'
import { manager, openEditor, title } from '../../../support/editor.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Records the elements that move. `paintsFirst` lets the browser paint before the code of the animation is loaded. */
const recordMoves = ({ paintsFirst = false, reducedMotion = false } = {}) => {
  const animate = vi
    .spyOn(Element.prototype, 'animate')
    .mockImplementation(() => new Animation(new KeyframeEffect(null, null)))
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => {
    if (paintsFirst) callback(0)
    return 0
  })
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: reducedMotion } as MediaQueryList)
  return () => new Set(animate.mock.contexts as Element[])
}

/** Selects a title, asks to delete it, and shows a notification. Returns what appeared. */
const showAll = async () => {
  const editor = await openEditor({ savesByQueue: true })
  await editor.user.click(title())
  await editor.press('Delete')
  await sendTo('notifications')(editor, {
    type: 'notification.added',
    key: 'one',
    tone: 'info',
    heading: 'Published',
    messages: [],
  } as never)
  return [
    manager(),
    screen.getByRole('dialog').firstElementChild!,
    screen.getByText('Published').closest('[class*="notification"]')!,
  ]
}

test('the panel, a dialog and a notification move in', async () => {
  const moved = recordMoves()
  const appeared = await showAll()
  await vi.waitFor(() => expect([...moved()]).toEqual(expect.arrayContaining(appeared)))
})

test.each([{ reducedMotion: true }, { paintsFirst: true }])(
  'nothing moves: %o',
  async (options) => {
    const moved = recordMoves(options)
    const appeared = await showAll()
    for (const element of appeared) {
      expect(moved()).not.toContain(element)
      expect(element.getAttribute('style')).toBeNull()
    }
  },
)
