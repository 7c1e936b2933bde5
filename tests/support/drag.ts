/** Drags components by the keyboard and by the mouse. */
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { openEditor } from './editor.tsx'

type Editor = Awaited<ReturnType<typeof openEditor>>

export const moveHandle = () => screen.getByRole('button', { name: 'Move' })

/** Resolves when the code behind the handle is loaded, which takes some time in the first test of a file. */
export const dragLoaded = () =>
  vi.waitUntil(() => moveHandle().hasAttribute('aria-describedby'), { timeout: 10_000 })

/** Presses a key where the focus is. */
export const pressKey = ({ happen }: Editor, code: string, name = code) =>
  happen(() => void fireEvent.keyDown(document.activeElement!, { code, key: name }))

/** Presses Space to pick something up. The library listens for keys from the next task on. */
export const pickUp = async (editor: Editor) => {
  await pressKey(editor, 'Space', ' ')
  await editor.happen(() => new Promise((resolve) => setTimeout(resolve)))
}

/** Picks the selected component up by its handle. */
export const pickUpSelected = (editor: Editor) => {
  moveHandle().focus()
  return pickUp(editor)
}

/** Presses the mouse on an element and drags from it, over another one. */
export const dragOver = (from: HTMLElement, over: Element) => {
  const elementFromPoint = vi.spyOn(document, 'elementFromPoint').mockReturnValue(over)
  fireEvent.mouseDown(from, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.mouseMove(document, { clientX: 20, clientY: 20 })
  return {
    moveOver: (element: Element) => {
      elementFromPoint.mockReturnValue(element)
      // Its effect is not put off to the next frame, as that of `pointermove` is.
      fireEvent.pointerUp(document, { clientX: 20, clientY: 20 })
    },
    drop: () => void fireEvent.mouseUp(document, { clientX: 20, clientY: 20 }),
  }
}

/** Resolves when clicks are received: after a drag the library stops them for a moment, and so those of the next test. */
export const clicksReceived = () => vi.waitFor(() => expect(areClicksReceived()).toBe(true))

/** True while nothing stops a click before it reaches the body. */
const areClicksReceived = () => {
  let isReceived = false
  const receive = () => void (isReceived = true)
  document.body.addEventListener('click', receive, { once: true })
  document.body.click()
  document.body.removeEventListener('click', receive)
  return isReceived
}
