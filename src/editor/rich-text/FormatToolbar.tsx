import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import styles from './FormatToolbar.module.css'
import { LinkForm } from './LinkForm.tsx'
import { formats } from './formats.ts'
import { ariaKeyShortcuts } from '../shortcuts.ts'

/** Shows the formats of the selected text as toggle buttons, and the link form. */
export function FormatToolbar({ editor }: { editor: Editor }) {
  const [isLinkFormOpen, setLinkFormOpen] = useState(false)
  const activeFormats = useEditorState({
    editor,
    selector: (state) =>
      [...formats, linkFormat].filter(({ isActive }) => isActive(state.editor)).map(labelOf),
  })
  const closeLinkForm = () => {
    setLinkFormOpen(false)
    editor.view.focus()
  }

  if (isLinkFormOpen) return <LinkForm editor={editor} onDone={closeLinkForm} />

  return (
    <div role="group" aria-label="Format" className={styles.toolbar}>
      {formats.map(({ label, symbol, keys, toggle }) => (
        <FormatButton
          key={label}
          aria-label={label}
          aria-pressed={activeFormats.includes(label)}
          aria-keyshortcuts={ariaKeyShortcuts(keys)}
          title={label}
          onClick={() => toggle(editor.chain().focus()).run()}
        >
          <span aria-hidden="true" data-format={label}>
            {symbol}
          </span>
        </FormatButton>
      ))}
      <FormatButton
        aria-pressed={activeFormats.includes(linkFormat.label)}
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

const linkFormat = { label: 'Link', isActive: (editor: Editor) => editor.isActive('link') }
const labelOf = ({ label }: { label: string }) => label
