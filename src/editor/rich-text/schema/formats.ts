/** The formats of a rich text, with the keys that toggle them. Their commands are loaded later (`format-commands.ts`). */
import type { Shortcut } from '../../shortcuts.ts'

interface Format extends Shortcut {
  symbol: string
}

export const formats = [
  { label: 'Bold', symbol: 'B', keys: ['Mod+B'] },
  { label: 'Italic', symbol: 'I', keys: ['Mod+I'] },
  { label: 'Heading', symbol: 'H2', keys: ['Mod+Alt+2'] },
  { label: 'Subheading', symbol: 'H3', keys: ['Mod+Alt+3'] },
  { label: 'Bullet list', symbol: '•', keys: ['Mod+Shift+8'] },
  { label: 'Numbered list', symbol: '1.', keys: ['Mod+Shift+7'] },
  { label: 'Quote', symbol: '“', keys: ['Mod+Shift+B'] },
  { label: 'Code', symbol: '{ }', keys: ['Mod+Alt+C'] },
] as const satisfies readonly Format[]

export type FormatLabel = (typeof formats)[number]['label']
