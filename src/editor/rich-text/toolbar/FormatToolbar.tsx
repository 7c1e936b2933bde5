import { useSelector } from '@xstate/react'
import type { Command, EditorState } from 'prosemirror-state'
import { type ComponentProps, useEffect } from 'react'
import { countWords, wordsLabel } from '#content/count-words.ts'
import { isOpen, linkFormMachine } from '#machines/editing/rich-text/link-form.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './FormatToolbar.module.css'
import { LinkForm } from '../links/LinkForm.tsx'
import { insertDivider } from '../commands/block-commands.ts'
import type { TextEditor } from '../create-text-editor.ts'
import { formatCommands } from '../commands/format-commands.ts'
import { formats } from '../schema/formats.ts'
import { linkAt, setLink } from '../links/links.ts'
import { insertTable, isInTable, tableActions } from '../commands/table-commands.ts'
import { useEditorValue } from './use-editor-value.ts'
import { preventFocus } from '../../dom/keep-focus.ts'
import { moveFocusWithin } from '../../dom/roving-focus.ts'
import { ariaKeyShortcuts } from '../../shortcuts.ts'

/** Shows the formats of the selected text as toggle buttons, and the link form. */
export function FormatToolbar({ editor }: { editor: TextEditor }) {
  const linkFormRef = useLinkForm(editor)
  const isLinkFormOpen = useSelector(linkFormRef, isOpen)
  const activeFormats = useEditorValue(editor, activeFormatsOf).split('\n')
  const editLink = () => {
    linkFormRef.send({ type: 'link.requested', address: linkAt(editor.view.state) ?? '' })
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
      {formats.map(({ label, symbol, keys }) => (
        <FormatButton
          key={label}
          aria-label={label}
          aria-pressed={activeFormats.includes(label)}
          aria-keyshortcuts={ariaKeyShortcuts(keys)}
          title={label}
          onClick={() => run(editor, formatCommands[label].toggle)}
        >
          <span aria-hidden="true" data-format={label}>
            {symbol}
          </span>
        </FormatButton>
      ))}
      <FormatButton aria-pressed={activeFormats.includes(linkLabel)} onClick={editLink}>
        Link
      </FormatButton>
      <InsertButtons editor={editor} />
      <WordCount editor={editor} />
    </div>
  )
}

/** Runs a command on the selected text, which has the focus again. */
function run({ view }: TextEditor, command: Command) {
  view.focus()
  command(view.state, view.dispatch, view)
}

/** Inserts what is no format of a text, and edits the table that the caret is in. */
const InsertButtons = ({ editor }: { editor: TextEditor }) => (
  <>
    <FormatButton onClick={() => run(editor, insertTable)}>Table</FormatButton>
    <FormatButton onClick={() => run(editor, insertDivider)}>Divider</FormatButton>
    {useEditorValue(editor, isInTable) ? <TableButtons editor={editor} /> : null}
  </>
)

const TableButtons = ({ editor }: { editor: TextEditor }) =>
  tableActions.map(({ label, symbol, command }) => (
    <FormatButton key={label} aria-label={label} title={label} onClick={() => run(editor, command)}>
      {symbol}
    </FormatButton>
  ))

const WordCount = ({ editor }: { editor: TextEditor }) => (
  <span className={styles.wordCount}>{wordsLabel(useEditorValue(editor, wordsIn))}</span>
)

const wordsIn = ({ doc }: EditorState) => countWords(doc.textBetween(0, doc.content.size, ' ', ' '))

/** Returns the actor of the link form. Once the form is closed, its link is set and the text has the focus again. */
function useLinkForm(editor: TextEditor) {
  const linkFormRef = useViewActor('linkForm', linkFormMachine, undefined)
  useEffect(() => {
    const subscription = linkFormRef.on('form.closed', ({ address }) => {
      if (address === null) editor.view.focus()
      else run(editor, setLink(address))
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

const linkLabel = 'Link'

/** Returns the labels of the formats that the selected text has, one a line. */
const activeFormatsOf = (state: EditorState) => {
  const active: string[] = formats
    .map(({ label }) => label)
    .filter((label) => formatCommands[label].isActive(state))
  return (linkAt(state) === null ? active : [...active, linkLabel]).join('\n')
}
