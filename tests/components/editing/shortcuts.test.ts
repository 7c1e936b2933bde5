import { expect, test } from 'vitest'
import { formatCommands } from '#src/editor/rich-text/commands/format-commands.ts'
import { formats } from '#src/editor/rich-text/schema/formats.ts'
import { ariaKeyShortcuts, matchesShortcut, keyNames, shortcuts } from '#src/editor/shortcuts.ts'
import { open, press, selectAll } from '../../support/text-editor.ts'

const pressed = (init: KeyboardEventInit) =>
  (Object.keys(shortcuts) as (keyof typeof shortcuts)[]).filter((id) =>
    matchesShortcut(new KeyboardEvent('keydown', init), id),
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

test('no keys are listed twice, except those with which a formatted text links words', () => {
  const { link, search, ...others } = shortcuts
  expect(link.keys).toEqual(search.keys)
  const keys = [search, ...Object.values(others), ...formats].flatMap((shortcut) => shortcut.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(formats.flatMap(({ keys, label }) => keys.map((each) => [each, label] as const)))(
  '%s toggles %s of a text',
  (keys, label) => {
    const editor = open('<p>Words</p>')
    selectAll(editor)
    expect(press(editor, keys.replaceAll('+', '-'))).toBe(true)
    expect(formatCommands[label].isActive(editor.view.state)).toBe(true)
  },
)
