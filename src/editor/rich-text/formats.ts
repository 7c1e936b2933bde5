/** The formats of a rich text, with the keys that toggle them. */
import type { ChainedCommands, Editor } from '@tiptap/core'
import type { Shortcut } from '../shortcuts.ts'

interface Format extends Shortcut {
  symbol: string
  isActive: (editor: Editor) => boolean
  toggle: (chain: ChainedCommands) => ChainedCommands
}

export const formats: readonly Format[] = [
  {
    label: 'Bold',
    symbol: 'B',
    keys: ['Mod+B'],
    isActive: (editor) => editor.isActive('bold'),
    toggle: (chain) => chain.toggleBold(),
  },
  {
    label: 'Italic',
    symbol: 'I',
    keys: ['Mod+I'],
    isActive: (editor) => editor.isActive('italic'),
    toggle: (chain) => chain.toggleItalic(),
  },
  {
    label: 'Heading',
    symbol: 'H2',
    keys: ['Mod+Alt+2'],
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    toggle: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subheading',
    symbol: 'H3',
    keys: ['Mod+Alt+3'],
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
    toggle: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    label: 'Bullet list',
    symbol: '•',
    keys: ['Mod+Shift+8'],
    isActive: (editor) => editor.isActive('bulletList'),
    toggle: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    symbol: '1.',
    keys: ['Mod+Shift+7'],
    isActive: (editor) => editor.isActive('orderedList'),
    toggle: (chain) => chain.toggleOrderedList(),
  },
  {
    label: 'Quote',
    symbol: '“',
    keys: ['Mod+Shift+B'],
    isActive: (editor) => editor.isActive('blockquote'),
    toggle: (chain) => chain.toggleBlockquote(),
  },
  {
    label: 'Code',
    symbol: '{ }',
    keys: ['Mod+Alt+C'],
    isActive: (editor) => editor.isActive('codeBlock'),
    toggle: (chain) => chain.toggleCodeBlock(),
  },
]
