/** Keys that only a Mac has delete as Backspace and Delete do. */
import { expect, test, vi } from 'vitest'
import { htmlIn, open, press } from '../../../support/text-editor.ts'

// ProseMirror asks for the platform when it is loaded.
vi.hoisted(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }))

test.each(['Backspace', 'Mod-Backspace', 'Shift-Backspace', 'Alt-Backspace', 'Ctrl-h'])(
  '%s takes an item out of its list, and makes a paragraph of empty code',
  (keys) => {
    for (const [before, after] of [
      ['<ul><li>a</li><li>|b</li></ul>', '<ul><li><p>a</p></li></ul><p>b</p>'],
      ['<p>a</p><pre>|</pre>', '<p>a</p><p></p>'],
    ] as const) {
      const editor = open(before)
      expect(press(editor, keys)).toBe(true)
      expect(htmlIn(editor)).toBe(after)
    }
  },
)

test.each(['Delete', 'Mod-Delete', 'Alt-Delete', 'Ctrl-d', 'Alt-d', 'Ctrl-Alt-Backspace'])(
  '%s joins the text of an item with that of the next one',
  (keys) => {
    const editor = open('<ul><li>a|</li><li>b</li></ul>')
    expect(press(editor, keys)).toBe(true)
    expect(htmlIn(editor)).toBe('<ul><li><p>ab</p></li></ul>')
  },
)
