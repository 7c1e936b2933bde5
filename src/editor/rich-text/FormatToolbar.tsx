import type { Editor } from '@tiptap/core'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useEffect } from 'react'
import { countWords, wordsLabel } from '#content/page/count-words.ts'
import { isOpen, linkFormMachine } from '#machines/editing/text/link-form.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './FormatToolbar.module.css'
import { LinkForm } from './LinkForm.tsx'
import { formats } from './formats.ts'
import { linkAt, setLink } from './link-mark.ts'
import { insertTable, isInTable, runTableAction, tableActions } from './table-nodes.ts'
import { useEditorValue } from './use-editor-value.ts'
import { preventFocus } from '../dom/keep-focus.ts'
import { moveFocusWithin } from '../dom/roving-focus.ts'
import { ariaKeyShortcuts } from '../shortcuts.ts'

/** Shows the formats of the selected text as toggle buttons, and the link form. */
export function FormatToolbar({ editor }: { editor: Editor }) {
  const linkFormRef = useLinkForm(editor)
  const isLinkFormOpen = useSelector(linkFormRef, isOpen)
  const activeFormats = useEditorValue(editor, activeFormatsOf).split('\n')
  const editLink = () => {
    linkFormRef.send({ type: 'link.requested', address: linkAt(editor) ?? '' })
  }

  if (isLinkFormOpen) return <LinkForm linkFormRef={linkFormRef} />

  return (
    <div
      role="toolbar"
      aria-label="Format"
      tabIndex={-1}
      className={styles.toolbar}
      onKeyDown={moveFocusWithin}
    >
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
      <FormatButton aria-pressed={activeFormats.includes(linkFormat.label)} onClick={editLink}>
        Link
      </FormatButton>
      <InsertButtons editor={editor} />
      <WordCount editor={editor} />
    </div>
  )
}

/** Inserts what is no format of a text, and edits the table that the caret is in. */
const InsertButtons = ({ editor }: { editor: Editor }) => (
  <>
    <FormatButton onClick={() => insertTable(editor)}>Table</FormatButton>
    <FormatButton onClick={() => editor.chain().focus().setHorizontalRule().run()}>
      Divider
    </FormatButton>
    {useEditorValue(editor, isInTable) ? <TableButtons editor={editor} /> : null}
  </>
)

const TableButtons = ({ editor }: { editor: Editor }) =>
  tableActions.map(({ label, symbol, command }) => (
    <FormatButton
      key={label}
      aria-label={label}
      title={label}
      onClick={() => runTableAction(editor, command)}
    >
      {symbol}
    </FormatButton>
  ))

const WordCount = ({ editor }: { editor: Editor }) => (
  <span className={styles.words}>{wordsLabel(useEditorValue(editor, wordsIn))}</span>
)

const wordsIn = ({ state: { doc } }: Editor) =>
  countWords(doc.textBetween(0, doc.content.size, ' ', ' '))

/** Returns the actor of the link form. Once the form is closed, its link is set and the text has the focus again. */
function useLinkForm(editor: Editor) {
  const linkFormRef = useViewActor('linkForm', linkFormMachine, undefined)
  useEffect(() => {
    const subscription = linkFormRef.on('form.closed', ({ address }) => {
      if (address !== null) setLink(editor, address)
      editor.view.focus()
    })
    return () => subscription.unsubscribe()
  }, [editor, linkFormRef])
  return linkFormRef
}

const FormatButton = (props: ComponentProps<typeof Button>) => (
  <Button
    {...props}
    variant="quiet"
    className={styles.button}
    tabIndex={-1}
    onMouseDown={preventFocus}
  />
)

const linkFormat = { label: 'Link', isActive: (editor: Editor) => linkAt(editor) !== null }

/** Returns the labels of the formats that the selected text has, one a line. */
const activeFormatsOf = (editor: Editor) =>
  [...formats, linkFormat]
    .filter(({ isActive }) => isActive(editor))
    .map(({ label }) => label)
    .join('\n')
