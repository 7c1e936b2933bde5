/**
 * The keyboard shortcuts of the editor. What the key handlers react to, what the buttons announce and what the dialog lists
 * is this table, and that of the formats of a text.
 */

/** Keys joined by `+`, such as `Mod+Shift+Z`. `Mod` is Command on devices by Apple and Control elsewhere. */
export type Keys = string

export interface Shortcut {
  label: string
  /** Each of these does it. */
  keys: readonly Keys[]
}

export const shortcuts = {
  search: { label: 'Search everything, outside of a formatted text', keys: ['Mod+K'] },
  showShortcuts: { label: 'Show this list', keys: ['Mod+/', '?'] },
  toggleChrome: { label: 'Hide the editor, and show it again', keys: ['Mod+\\'] },
  undo: { label: 'Undo', keys: ['Mod+Z'] },
  redo: { label: 'Redo', keys: ['Mod+Shift+Z', 'Mod+Y'] },
  duplicate: { label: 'Duplicate what is selected', keys: ['Mod+D'] },
  copy: { label: 'Copy what is selected, outside of a text', keys: ['Mod+C'] },
  cut: { label: 'Cut what is selected, outside of a text', keys: ['Mod+X'] },
  paste: { label: 'Paste after it, outside of a text', keys: ['Mod+V'] },
  select: {
    label: 'Edit a text of the layout, or of the page, that Tab does not open',
    keys: ['Enter'],
  },
  leave: { label: 'Go from the selected text to its panel', keys: ['Tab'] },
  goBack: { label: 'Go back to the selected text', keys: ['Shift+Tab'] },
  focusTools: {
    label: 'Go to the format buttons and tools of what is selected',
    keys: ['Alt+F10'],
  },
  openMenu: {
    label: 'Open the menu of what is selected, outside of a text',
    keys: ['Shift+F10'],
  },
  clearSelection: { label: 'Close the panel', keys: ['Escape'] },
  link: { label: 'Link the selected words, or edit their link', keys: ['Mod+K'] },
  openLink: { label: 'Offer to open the link that has the focus', keys: ['Alt+Enter'] },
} as const satisfies Record<string, Shortcut>

/** The keys of a text that the browser itself handles. */
export const browserShortcuts: readonly Shortcut[] = [
  { label: 'Paste without formats', keys: ['Mod+Shift+V'] },
]

/** The keys of the outline, whose tree handles them itself. */
export const outlineShortcuts: readonly Shortcut[] = [
  { label: 'Select the row', keys: ['Space'] },
  { label: 'Rename the section', keys: ['F2'] },
]

type ShortcutId = keyof typeof shortcuts

/** True for a key that types a character. It must not act while one types, and can be turned off (WCAG 2.1.4). */
export const isCharacterKey = (keys: Keys) => keys.length === 1

/** A symbol may itself need Shift or Alt, depending on the layout of the keyboard. */
const isSymbol = (key: string) => /^[^a-z0-9]$/i.test(key)

const hasKeys = (event: KeyboardEvent, keys: Keys) => {
  const names = keys.split('+')
  const key = names.at(-1)!
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === names.includes('Mod') &&
    (isSymbol(key) ||
      (event.shiftKey === names.includes('Shift') && event.altKey === names.includes('Alt')))
  )
}

/** Returns the keys of a shortcut that were pressed, or undefined. */
export const pressedKeys = (event: KeyboardEvent, id: ShortcutId): Keys | undefined =>
  shortcuts[id].keys.find((keys) => hasKeys(event, keys))

/** True if the keys of a shortcut were pressed. */
export const matchesShortcut = (event: KeyboardEvent, id: ShortcutId) =>
  pressedKeys(event, id) !== undefined

/** Returns the value of `aria-keyshortcuts` for a shortcut. */
export const ariaKeyShortcuts = (shortcut: readonly Keys[]) =>
  shortcut
    .flatMap((keys) =>
      keys.startsWith('Mod+')
        ? [keys.replace('Mod', 'Control'), keys.replace('Mod', 'Meta')]
        : keys,
    )
    .join(' ')

type Names = Readonly<Record<string, string>>

/** True on a device by Apple, whose keyboard has other keys. */
export const isApple = (platform = navigator.platform) => /mac|iphone|ipad/i.test(platform)

const appleNames: Names = { Mod: 'Cmd', Alt: 'Option', Escape: 'Esc' }
const otherNames: Names = { Mod: 'Ctrl', Escape: 'Esc' }

/** Returns keys as one text, such as `Ctrl+D`. */
export const keysLabel = (keys: Keys) => keyNames(keys).join('+')

/** Returns the names of keys as they are printed on the keyboards of a platform. */
export const keyNames = (keys: Keys, platform?: string) => {
  const names = isApple(platform) ? appleNames : otherNames
  return keys.split('+').map((name) => names[name] ?? name)
}
