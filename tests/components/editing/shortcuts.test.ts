import type { EditorView } from 'prosemirror-view'
import { afterEach, expect, test } from 'vitest'
import { createTextEditor } from '#src/editor/rich-text/create-text-editor.ts'
import { formatCommands } from '#src/editor/rich-text/format-commands.ts'
import { formats } from '#src/editor/rich-text/formats.ts'
import { readHtml } from '#src/editor/rich-text/html.ts'
import { ariaKeyShortcuts, isPressed, keyNames, shortcuts } from '#src/editor/shortcuts.ts'
import { selectAll } from '../../support/rich-text.tsx'

const pressed = (init: KeyboardEventInit) =>
  (Object.keys(shortcuts) as (keyof typeof shortcuts)[]).filter((id) =>
    isPressed(new KeyboardEvent('keydown', init), id),
  )

test.each<[KeyboardEventInit, string[]]>([
  [{ key: 'z', ctrlKey: true }, ['undo']],
  [{ key: 'z', metaKey: true }, ['undo']],
  [{ key: 'Z', metaKey: true, shiftKey: true }, ['redo']],
  [{ key: 'y', ctrlKey: true }, ['redo']],
  [{ key: 'z' }, []],
  [{ key: 'z', ctrlKey: true, altKey: true }, []],
  // On a German keyboard both need Shift.
  [{ key: '/', ctrlKey: true, shiftKey: true }, ['showShortcuts']],
  [{ key: '?', shiftKey: true }, ['showShortcuts']],
  [{ key: '?', ctrlKey: true }, []],
  [{ key: '\\', ctrlKey: true }, ['toggleChrome']],
  [{ key: 'Tab' }, ['leave']],
  [{ key: 'Tab', shiftKey: true }, ['goBack']],
  [{ key: 'Enter', altKey: true }, ['openLink']],
  [{ key: 'F10', altKey: true }, ['focusTools']],
  [{ key: 'F10' }, []],
])('%j is %j', (init, ids) => {
  expect(pressed(init)).toEqual(ids)
})

test.each([
  ['MacIntel', ['Cmd', 'Option', '2']],
  ['iPad', ['Cmd', 'Option', '2']],
  ['Win32', ['Ctrl', 'Alt', '2']],
  ['Linux x86_64', ['Ctrl', 'Alt', '2']],
])('keys have the names of %s', (platform, names) => {
  expect(keyNames('Mod+Alt+2', platform)).toEqual(names)
})

test('assistive technology is told both modifiers', () => {
  expect(ariaKeyShortcuts(shortcuts.redo.keys)).toBe(
    'Control+Shift+Z Meta+Shift+Z Control+Y Meta+Y',
  )
})

test('no keys are listed twice', () => {
  const keys = [...Object.values(shortcuts), ...formats].flatMap((shortcut) => shortcut.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

let mountedView: EditorView | undefined
afterEach(() => mountedView?.destroy())

test.each(formats.flatMap(({ keys, label }) => keys.map((each) => [each, label] as const)))(
  '%s toggles %s of a text',
  (keys, label) => {
    const element = document.body.appendChild(document.createElement('div'))
    const editor = createTextEditor(element, { doc: readHtml('<p>Words</p>') })
    const { view } = editor
    mountedView = view
    selectAll(editor)
    const names = keys.split('+')
    const event = new KeyboardEvent('keydown', {
      key: names.at(-1)!.toLowerCase(),
      ctrlKey: true,
      shiftKey: names.includes('Shift'),
      altKey: names.includes('Alt'),
      cancelable: true,
    })
    view.dom.dispatchEvent(event)
    expect(formatCommands[label].isActive(view.state)).toBe(true)
    expect(event.defaultPrevented).toBe(true)
  },
)
