import { deleteSelection } from 'prosemirror-commands'
import type { EditorState } from 'prosemirror-state'
import { useEffect, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { AltTextField } from '../../fields/AltTextField.tsx'
import { run } from '../commands/run.ts'
import type { TextEditor } from '../create-text-editor.ts'
import { useEditorValue } from '../toolbar/use-editor-value.ts'
import { describePicture, pictureIn } from './picture-commands.ts'
import styles from './pictures.module.css'

const altOf = (state: EditorState) => pictureIn(state)?.node.attrs['alt'] as string | null
const textOf = (state: EditorState) => altOf(state) ?? ''
const isMissing = (state: EditorState) => altOf(state) === null

/** Describes the selected picture of a text, once Enter is pressed or the form itself, and removes it. */
export function PictureForm({ editor }: { editor: TextEditor }) {
  const { view } = editor
  const text = useEditorValue(editor, textOf)
  const missing = useEditorValue(editor, isMissing)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { dom } = view
    const enter = (event: KeyboardEvent) => {
      // A button of a picture that is being uploaded has its own.
      if (event.key !== 'Enter' || event.target !== dom) return
      event.preventDefault()
      // In the text, it would begin a new line.
      event.stopImmediatePropagation()
      ref.current?.querySelector('input')?.focus()
    }
    dom.addEventListener('keydown', enter, { capture: true })
    return () => dom.removeEventListener('keydown', enter, { capture: true })
  }, [view])
  return (
    <div ref={ref} className={styles.form}>
      <AltTextField
        label="Alternative text"
        value={missing ? null : text}
        isMissing={missing}
        onChange={(alt) => describePicture(alt)(view.state, view.dispatch)}
      />
      <Button onClick={() => run(editor, deleteSelection)}>Remove</Button>
    </div>
  )
}
