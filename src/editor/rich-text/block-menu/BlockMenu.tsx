import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import {
  type BlockMenuRef,
  blockMenuMachine,
  isClosed,
  selectActive,
  selectIndex,
  selectMatches,
} from '#machines/editing/rich-text/block-menu.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { preventFocus } from '../../dom/keep-focus.ts'
import { positionAtCaret } from '../../dom/position-at-caret.ts'
import type { TextEditor } from '../create-text-editor.ts'
import styles from './BlockMenu.module.css'
import { type OpenForm, blocks, insertBlock, slashQueryOf } from './blocks.ts'

interface BlockMenuProps {
  editor: TextEditor
  openForm: OpenForm
}

const labels = blocks.map(({ label }) => label)

/**
 * Offers blocks at the caret while a slash and the beginning of a name are typed into an empty line. The focus stays in the
 * text: https://www.w3.org/WAI/ARIA/apg/patterns/listbox/.
 */
export function BlockMenu({ editor, openForm }: BlockMenuProps) {
  const menuRef = useViewActor('blockMenu', blockMenuMachine, { labels })
  const matches = useSelector(menuRef, selectMatches)
  const index = useSelector(menuRef, selectIndex)
  const listRef = useRef<HTMLDivElement>(null)
  const listId = useId()
  const isOpen = matches.length > 0
  const choose = (label: string) => insertBlock(editor, label, openForm)
  useMenuKeys(editor, menuRef, choose)
  useLayoutEffect(
    () => (isOpen ? positionAtCaret(editor.view, listRef.current!) : undefined),
    [editor, isOpen],
  )
  const activeId = isOpen ? optionId(listId, index) : null
  useLayoutEffect(() => describeText(editor, listId, activeId), [editor, listId, activeId])
  if (!isOpen) return null
  return createPortal(
    <div
      ref={listRef}
      id={listId}
      role="listbox"
      aria-label="Blocks"
      tabIndex={-1}
      className={classNames(popoverStyles.popover, styles.list)}
      data-editor-chrome=""
      onMouseDown={preventFocus}
    >
      {matches.map((label, at) => (
        <Option
          key={label}
          id={optionId(listId, at)}
          label={label}
          isActive={at === index}
          onChoose={() => choose(label)}
        />
      ))}
    </div>,
    document.body,
  )
}

/** Follows what is typed, and the keys of the menu. */
function useMenuKeys(editor: TextEditor, menuRef: BlockMenuRef, onChoose: (label: string) => void) {
  const choose = useEffectEvent((label: string) => onChoose(label))
  useEffect(() => reportQuery(editor, menuRef), [editor, menuRef])
  useEffect(() => handleKeys(editor, menuRef, (label) => choose(label)), [editor, menuRef])
}

interface OptionProps {
  id: string
  label: string
  isActive: boolean
  onChoose: () => void
}

const Option = ({ id, label, isActive, onChoose }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    className={styles.option}
    onClick={onChoose}
  >
    <span aria-hidden="true" className={styles.symbol}>
      {blocks.find((block) => block.label === label)?.symbol}
    </span>
    {label}
  </div>
)

const optionId = (listId: string, at: number) => `${listId}-${at}`

/** Reports what is typed after a slash. A key costs nothing more where there is none. */
const reportQuery = (editor: TextEditor, menuRef: BlockMenuRef) =>
  editor.subscribe(() => {
    const query = slashQueryOf(editor.view.state)
    if (query !== null || !isClosed(menuRef.getSnapshot()))
      menuRef.send({ type: 'query.changed', query })
  })

/** Moves along the blocks by arrow keys, inserts the reached one by Enter, and closes the menu by Escape. */
function handleKeys(
  { view: { dom } }: TextEditor,
  menuRef: BlockMenuRef,
  choose: (label: string) => void,
) {
  const handleKey = (event: KeyboardEvent) => {
    const label = selectActive(menuRef.getSnapshot())
    if (label === undefined || event.isComposing) return
    const { key } = event
    if (key === 'ArrowDown') menuRef.send({ type: 'option.moved', by: 1 })
    else if (key === 'ArrowUp') menuRef.send({ type: 'option.moved', by: -1 })
    else if (key === 'Enter') choose(label)
    else if (key === 'Escape') menuRef.send({ type: 'menu.dismissed' })
    else return
    event.preventDefault()
    // The text and the page have other actions for these keys.
    event.stopImmediatePropagation()
  }
  const dismiss = () => menuRef.send({ type: 'query.changed', query: null })
  dom.addEventListener('keydown', handleKey, { capture: true })
  dom.addEventListener('blur', dismiss)
  return () => {
    dom.removeEventListener('keydown', handleKey, { capture: true })
    dom.removeEventListener('blur', dismiss)
  }
}

/** Tells screen readers which block is reached, while the text keeps the focus. */
function describeText({ view: { dom } }: TextEditor, listId: string, activeId: string | null) {
  if (activeId === null) return undefined
  const attributes = {
    'aria-haspopup': 'listbox',
    'aria-controls': listId,
    'aria-activedescendant': activeId,
  }
  for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, value)
  document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  return () => {
    for (const name of Object.keys(attributes)) dom.removeAttribute(name)
  }
}
