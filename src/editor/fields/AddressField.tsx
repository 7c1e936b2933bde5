import { useSelector } from '@xstate/react'
import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import type { PageSearchResult } from '#content/links/address-input.ts'
import {
  type PageSearchRef,
  canMove,
  isOpen,
  selectIndex,
  selectMessage,
  selectPage,
  selectPages,
} from '#machines/editing/rich-text/page-search.ts'
import { pageSearch } from '#src/app/effects/editing/page-search-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { preventFocus } from '../dom/keep-focus.ts'
import styles from './AddressField.module.css'

interface AddressFieldProps extends ComponentProps<typeof TextField> {
  onChange: (address: string) => void
  /** Called with the path of a page that was chosen. */
  onChoose: (path: string) => void
}

/**
 * Edits an address, and offers the pages of the site with it in their path or title:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 */
export function AddressField({ onChange, onChoose, ...props }: AddressFieldProps) {
  const searchRef = useViewActor('pageSearch', pageSearch, undefined)
  const pages = useSelector(searchRef, selectPages)
  const index = useSelector(searchRef, selectIndex)
  const listId = useId()
  const choose = ({ path }: PageSearchResult) => {
    searchRef.send({ type: 'search.dismissed' })
    onChoose(path)
  }
  return (
    <div>
      <TextField
        {...props}
        role="combobox"
        inputMode="url"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={useSelector(searchRef, isOpen)}
        aria-controls={listId}
        aria-activedescendant={index === null ? undefined : optionId(listId, index)}
        onChange={(address) => {
          searchRef.send({ type: 'address.changed', address })
          onChange(address)
        }}
        onKeyDown={(event) => {
          handleKey(event, searchRef, choose)
          if (!event.defaultPrevented) props.onKeyDown?.(event)
        }}
        onBlur={(event) => {
          searchRef.send({ type: 'search.dismissed' })
          props.onBlur?.(event)
        }}
      />
      <PageList {...{ listId, pages, index }} onChoose={choose} />
      <p role="status" className={styles.message}>
        {useSelector(searchRef, selectMessage)}
      </p>
    </div>
  )
}

/** Moves along the pages by arrow keys, chooses the reached one by Enter, and closes the list by Escape. */
function handleKey(
  event: KeyboardEvent<HTMLInputElement>,
  searchRef: PageSearchRef,
  choose: (page: PageSearchResult) => void,
) {
  const snapshot = searchRef.getSnapshot()
  const page = selectPage(snapshot)
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (isArrow && canMove(snapshot))
    searchRef.send({ type: 'option.moved', by: event.key === 'ArrowDown' ? 1 : -1 })
  else if (isArrow) searchRef.send({ type: 'search.requested', address: event.currentTarget.value })
  else if (event.key === 'Enter' && page) choose(page)
  else if (event.key === 'Escape' && isOpen(snapshot)) searchRef.send({ type: 'search.dismissed' })
  else return
  event.preventDefault()
}

const optionId = (listId: string, at: number) => `${listId}-${at}`

interface PageListProps {
  listId: string
  pages: readonly PageSearchResult[]
  index: number | null
  onChoose: (page: PageSearchResult) => void
}

const PageList = ({ listId, pages, index, onChoose }: PageListProps) => (
  <div
    id={listId}
    role="listbox"
    aria-label="Pages"
    tabIndex={-1}
    className={styles.list}
    hidden={pages.length === 0}
    onMouseDown={preventFocus}
  >
    {pages.map((page, at) => (
      <div
        key={page.path}
        id={optionId(listId, at)}
        role="option"
        aria-selected={at === index}
        tabIndex={-1}
        className={styles.option}
        onClick={() => onChoose(page)}
      >
        {page.title ? <span className={styles.title}>{page.title}</span> : null}
        <span>{page.path}</span>
      </div>
    ))}
  </div>
)
