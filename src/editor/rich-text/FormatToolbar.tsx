import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import styles from './FormatToolbar.module.css'
import { LinkForm } from './LinkForm.tsx'

interface Format {
  name: string
  symbol: string
  shortcut?: string
  isActive: (editor: Editor) => boolean
  toggle: (chain: ChainedCommands) => ChainedCommands
}

const formats: Format[] = [
  {
    name: 'Bold',
    symbol: 'B',
    shortcut: 'Control+B',
    isActive: (editor) => editor.isActive('bold'),
    toggle: (chain) => chain.toggleBold(),
  },
  {
    name: 'Italic',
    symbol: 'I',
    shortcut: 'Control+I',
    isActive: (editor) => editor.isActive('italic'),
    toggle: (chain) => chain.toggleItalic(),
  },
  {
    name: 'Heading',
    symbol: 'H2',
    shortcut: 'Control+Alt+2',
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    toggle: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    name: 'Subheading',
    symbol: 'H3',
    shortcut: 'Control+Alt+3',
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
    toggle: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    name: 'Bullet list',
    symbol: '•',
    shortcut: 'Control+Shift+8',
    isActive: (editor) => editor.isActive('bulletList'),
    toggle: (chain) => chain.toggleBulletList(),
  },
  {
    name: 'Numbered list',
    symbol: '1.',
    shortcut: 'Control+Shift+7',
    isActive: (editor) => editor.isActive('orderedList'),
    toggle: (chain) => chain.toggleOrderedList(),
  },
  {
    name: 'Quote',
    symbol: '“',
    shortcut: 'Control+Shift+B',
    isActive: (editor) => editor.isActive('blockquote'),
    toggle: (chain) => chain.toggleBlockquote(),
  },
]

/** Shows the formats of the selected text as toggle buttons, and the link form. */
export function FormatToolbar({ editor }: { editor: Editor }) {
  const [isLinkFormOpen, setLinkFormOpen] = useState(false)
  const activeFormats = useEditorState({
    editor,
    selector: (state) =>
      [...formats, linkFormat].filter(({ isActive }) => isActive(state.editor)).map(nameOf),
  })
  const closeLinkForm = () => {
    setLinkFormOpen(false)
    editor.view.focus()
  }

  if (isLinkFormOpen) return <LinkForm editor={editor} onDone={closeLinkForm} />

  return (
    <div role="group" aria-label="Format" className={styles.toolbar}>
      {formats.map(({ name, symbol, shortcut, toggle }) => (
        <FormatButton
          key={name}
          aria-label={name}
          aria-pressed={activeFormats.includes(name)}
          aria-keyshortcuts={shortcut}
          title={name}
          onClick={() => toggle(editor.chain().focus()).run()}
        >
          <span aria-hidden="true" data-format={name}>
            {symbol}
          </span>
        </FormatButton>
      ))}
      <FormatButton
        aria-pressed={activeFormats.includes(linkFormat.name)}
        onClick={() => setLinkFormOpen(true)}
      >
        Link
      </FormatButton>
    </div>
  )
}

const FormatButton = (props: ComponentProps<typeof Button>) => (
  <Button
    {...props}
    variant="quiet"
    className={styles.button}
    // Keeps the text selection while the button is pressed.
    onMouseDown={(event) => event.preventDefault()}
  />
)

const linkFormat = { name: 'Link', isActive: (editor: Editor) => editor.isActive('link') }
const nameOf = ({ name }: { name: string }) => name
