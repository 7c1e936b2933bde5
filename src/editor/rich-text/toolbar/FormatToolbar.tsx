import { useSelector } from '@xstate/react'
import type { EditorState } from 'prosemirror-state'
import { type ComponentProps, createContext, use } from 'react'
import { countWords, wordsLabel } from '#content/count-words.ts'
import { type LinkFormRef, isOpen } from '#machines/editing/rich-text/link-form.ts'
import { Button } from '#src/ui/Button.tsx'
import { AtCaret } from './AtCaret.tsx'
import styles from './FormatToolbar.module.css'
import { LinkForm } from '../links/LinkForm.tsx'
import { insertDivider } from '../commands/block-commands.ts'
import type { TextEditor } from '../create-text-editor.ts'
import { formatCommands } from '../commands/format-commands.ts'
import { run } from '../commands/run.ts'
import { formats } from '../schema/formats.ts'
import { linkAt } from '../links/links.ts'
import { insertTable, isInTable, tableActions } from '../commands/table-commands.ts'
import { useEditorValue } from './use-editor-value.ts'
import { preventFocus } from '../../dom/keep-focus.ts'
import { moveFocusWithin } from '../../dom/roving-focus.ts'
import toolbarStyles from '../../tools/SelectionToolbar.module.css'
import { ariaKeyShortcuts, shortcuts } from '../../shortcuts.ts'

interface FormatToolbarProps {
  editor: TextEditor
  linkFormRef: LinkFormRef
  /** True for a text of the panel, where the form takes the place of the buttons; on the page it is at the caret. */
  inPanel: boolean
  onLink: () => void
  onPicture: () => void
}

/** Shows the formats of the selected text as toggle buttons, and the link form. */
export function FormatToolbar({ editor, linkFormRef, inPanel, ...openers }: FormatToolbarProps) {
  const isLinkFormOpen = useSelector(linkFormRef, isOpen)
  const linkForm = isLinkFormOpen ? <LinkForm linkFormRef={linkFormRef} /> : null
  if (linkForm && inPanel) return linkForm
  return (
    <ToolStyle value={inPanel ? styles.button : toolbarStyles.tool}>
      <div
        role={inPanel ? 'toolbar' : 'group'}
        aria-label="Format"
        tabIndex={inPanel ? -1 : undefined}
        className={inPanel ? styles.toolbar : toolbarStyles.formats}
        onKeyDown={moveFocusWithin}
      >
        <FormatButtons editor={editor} onLink={openers.onLink} />
        <InsertButtons editor={editor} onPicture={openers.onPicture} />
        <WordCount
          editor={editor}
          className={inPanel ? styles.wordCount : toolbarStyles.wordCount}
        />
      </div>
      {linkForm ? (
        <AtCaret editor={editor} label="Link">
          {linkForm}
        </AtCaret>
      ) : null}
    </ToolStyle>
  )
}

/** The class of the buttons, which look like the others of the toolbar that they are part of. */
const ToolStyle = createContext<string | undefined>(undefined)

/** Shows the formats and the link. The first ones, and the link, are always in sight. */
function FormatButtons({ editor, onLink }: { editor: TextEditor; onLink: () => void }) {
  const activeFormats = useEditorValue(editor, activeFormatsOf).split('\n')
  return (
    <>
      {formats.map(({ label, symbol, keys }, index) => (
        <FormatButton
          key={label}
          data-optional-tool={index < 2 ? undefined : ''}
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
      <FormatButton
        data-optional-tool={undefined}
        aria-pressed={activeFormats.includes(linkLabel)}
        aria-keyshortcuts={ariaKeyShortcuts(shortcuts.link.keys)}
        onClick={onLink}
      >
        Link
      </FormatButton>
    </>
  )
}

/** Inserts what is no format of a text, and edits the table that the caret is in. */
const InsertButtons = ({ editor, onPicture }: { editor: TextEditor; onPicture: () => void }) => (
  <>
    <FormatButton onClick={onPicture}>Image</FormatButton>
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

const WordCount = ({
  editor,
  className,
}: {
  editor: TextEditor
  className: string | undefined
}) => (
  <span className={className} data-optional-tool="">
    {wordsLabel(useEditorValue(editor, wordsIn))}
  </span>
)

const wordsIn = ({ doc }: EditorState) => countWords(doc.textBetween(0, doc.content.size, ' ', ' '))

interface FormatButtonProps extends ComponentProps<typeof Button> {
  'data-optional-tool'?: '' | undefined
}

/** A button that is offered by the menu of the toolbar where that has no room for it. */
const FormatButton = (props: FormatButtonProps) => (
  <Button
    data-optional-tool=""
    {...props}
    variant="quiet"
    className={use(ToolStyle)}
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
