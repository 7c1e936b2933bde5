import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type MouseEvent, useEffect, useId } from 'react'
import type { Option } from '#content/admin/item-form.ts'
import {
  type ChoiceSearchRef,
  canMove,
  isOpen,
  selectIndex,
  selectMessage,
  selectOption,
  selectOptions,
  selectQuery,
} from '#machines/admin/choice-search.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SearchedChoice.module.css'

interface SearchedChoiceProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The words for what is chosen. */
  chosenLabel: string
  /** The option of choosing nothing; null where something has to be chosen. */
  none: Option | null
  searchRef: ChoiceSearchRef
  /** True where what is found floats over what is below, which would move otherwise. */
  isFloating?: boolean
  onChoose: (option: Option) => void
}

/** Renders a field that searches what can be chosen while one types. */
export function SearchedChoice({
  label,
  hint,
  error,
  chosenLabel,
  none,
  searchRef,
  isFloating = false,
  onChoose,
}: SearchedChoiceProps) {
  const query = useSelector(searchRef, selectQuery)
  const list = useOptionList(searchRef)
  const dismiss = () => searchRef.send({ type: 'search.dismissed' })
  const choose = (option: Option) => {
    dismiss()
    onChoose(option)
  }
  // An emptied field chooses nothing, if it may; otherwise what was typed is forgotten.
  const leave = () => (query === '' && none ? choose(none) : dismiss())
  return (
    <div className={styles.choice}>
      <TextField
        {...{ label, hint, error }}
        {...list.attributes}
        aria-required={none === null}
        value={query ?? chosenLabel}
        onChange={(typed) => searchRef.send({ type: 'query.changed', query: typed })}
        onClick={({ currentTarget }) => {
          // The typed words then take the place of those for what is chosen.
          if (query === null) currentTarget.select()
          searchRef.send({ type: 'search.requested' })
        }}
        onKeyDown={(event) => handleKey(event, searchRef, { choose, leave })}
        onBlur={leave}
      />
      <div className={classNames(isFloating && styles.floating)}>
        <OptionList {...list} label={label} onChoose={choose} />
        <Message searchRef={searchRef} />
      </div>
    </div>
  )
}

const Message = ({ searchRef }: Pick<SearchedChoiceProps, 'searchRef'>) => (
  <p role="status" className={styles.message}>
    {useSelector(searchRef, selectMessage)}
  </p>
)

/** Returns the list of options, and the attributes by which the field controls it. */
function useOptionList(searchRef: ChoiceSearchRef) {
  const listId = useId()
  const options = useSelector(searchRef, selectOptions)
  const index = useSelector(searchRef, selectIndex)
  const activeId = index === null ? undefined : optionId(listId, index)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const attributes = {
    role: 'combobox',
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 200,
    'aria-autocomplete': 'list',
    'aria-expanded': useSelector(searchRef, isOpen),
    'aria-controls': listId,
    'aria-activedescendant': activeId,
  } as const
  return { listId, options, index, attributes }
}

interface Choosing {
  choose: (option: Option) => void
  leave: () => void
}

/** Moves along the options by arrow keys, chooses the reached one by Enter, and closes the list by Escape. */
function handleKey(
  event: KeyboardEvent<HTMLInputElement>,
  searchRef: ChoiceSearchRef,
  { choose, leave }: Choosing,
) {
  // Enter also ends the composition of a letter.
  if (event.nativeEvent.isComposing) return
  const snapshot = searchRef.getSnapshot()
  const option = selectOption(snapshot)
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (isArrow && canMove(snapshot))
    searchRef.send({ type: 'option.moved', by: event.key === 'ArrowDown' ? 1 : -1 })
  else if (isArrow) searchRef.send({ type: 'search.requested' })
  else if (event.key === 'Enter' && option) choose(option)
  else if (event.key === 'Enter' && selectQuery(snapshot) !== null) leave()
  else if (event.key === 'Escape' && isOpen(snapshot)) searchRef.send({ type: 'search.dismissed' })
  else return
  event.preventDefault()
}

const optionId = (listId: string, at: number) => `${listId}-${at}`

/** Keeps the focus in the field when an option is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

interface OptionListProps {
  listId: string
  label: string
  options: readonly Option[]
  index: number | null
  onChoose: (option: Option) => void
}

const OptionList = ({ listId, label, options, index, onChoose }: OptionListProps) => (
  <div
    id={listId}
    role="listbox"
    aria-label={label}
    tabIndex={-1}
    className={styles.list}
    hidden={options.length === 0}
    onMouseDown={keepFocus}
  >
    {options.map((option, at) => (
      <div
        key={option.value}
        id={optionId(listId, at)}
        role="option"
        aria-selected={at === index}
        tabIndex={-1}
        className={styles.option}
        onClick={() => onChoose(option)}
      >
        {option.label}
      </div>
    ))}
  </div>
)
