/** Drags the selected component by the keyboard. */
import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { openEditor } from './editor.tsx'

type Editor = Awaited<ReturnType<typeof openEditor>>

export const moveHandle = () => screen.getByRole('button', { name: 'Move' })

/** Resolves when the code behind the handle is loaded, which takes some time in the first test of a file. */
export const dragLoaded = () =>
  vi.waitUntil(() => moveHandle().hasAttribute('aria-describedby'), { timeout: 10_000 })

/** Presses a key where the focus is. */
export const pressKey = ({ happen }: Editor, code: string, name = code) =>
  happen(() => void fireEvent.keyDown(document.activeElement!, { code, key: name }))

/** Picks the selected component up. The library listens for keys from the next task on. */
export const pickUpSelected = async (editor: Editor) => {
  moveHandle().focus()
  await pressKey(editor, 'Space', ' ')
  await editor.happen(() => new Promise((resolve) => setTimeout(resolve)))
}
