import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import styles from './FormatMenu.module.css'
import { LinkForm } from './LinkForm.tsx'

interface Format {
  name: string
  sign: string
  keys?: string
  isOn: (editor: Editor) => boolean
  toggle: (chain: ChainedCommands) => ChainedCommands
}

const formats: Format[] = [
  {
    name: 'Bold',
    sign: 'B',
    keys: 'Control+B',
    isOn: (editor) => editor.isActive('bold'),
    toggle: (chain) => chain.toggleBold(),
  },
  {
    name: 'Italic',
    sign: 'I',
    keys: 'Control+I',
    isOn: (editor) => editor.isActive('italic'),
    toggle: (chain) => chain.toggleItalic(),
  },
  {
    name: 'Heading',
    sign: 'H2',
    keys: 'Control+Alt+2',
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    toggle: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    name: 'Subheading',
    sign: 'H3',
    keys: 'Control+Alt+3',
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    toggle: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    name: 'Bullet list',
    sign: '•',
    keys: 'Control+Shift+8',
    isOn: (editor) => editor.isActive('bulletList'),
    toggle: (chain) => chain.toggleBulletList(),
  },
  {
    name: 'Numbered list',
    sign: '1.',
    keys: 'Control+Shift+7',
    isOn: (editor) => editor.isActive('orderedList'),
    toggle: (chain) => chain.toggleOrderedList(),
  },
  {
    name: 'Quote',
    sign: '“',
    keys: 'Control+Shift+B',
    isOn: (editor) => editor.isActive('blockquote'),
    toggle: (chain) => chain.toggleBlockquote(),
  },
]

/** What the selected words are, and what else they can be. */
export function FormatMenu({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: (state) => [...formats, link].filter(({ isOn }) => isOn(state.editor)).map(nameOf),
  })
  const closeLink = () => {
    setLinking(false)
    editor.view.focus()
  }

  if (linking) return <LinkForm editor={editor} onDone={closeLink} />

  return (
    <div role="group" aria-label="Format" className={styles.menu}>
      {formats.map(({ name, sign, keys, toggle }) => (
        <Button
          key={name}
          look="quiet"
          aria-label={name}
          aria-pressed={on.includes(name)}
          aria-keyshortcuts={keys}
          title={name}
          className={styles.format}
          // The words stay selected while one of these is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toggle(editor.chain().focus()).run()}
        >
          <span aria-hidden="true" data-format={name}>
            {sign}
          </span>
        </Button>
      ))}
      <Button
        look="quiet"
        aria-pressed={on.includes(link.name)}
        className={styles.format}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setLinking(true)}
      >
        Link
      </Button>
    </div>
  )
}

const link = { name: 'Link', isOn: (editor: Editor) => editor.isActive('link') }
const nameOf = ({ name }: { name: string }) => name
