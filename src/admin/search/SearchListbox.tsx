import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react'
import type { SearchOption } from '#content/admin/site-commands.ts'
import type { OptionGroup, OptionMove } from '#content/admin/site-search.ts'
import {
  type SiteSearchRef,
  selectActive,
  selectOptionGroups,
  selectQuery,
} from '#machines/admin/site-search.ts'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './SiteSearch.module.css'

interface SearchChoice {
  listId: string
  siteSearchRef: SiteSearchRef
  onChoose: (option: SearchOption, inAdmin: boolean) => void
}

const idOf = (listId: string, { id }: SearchOption) => `${listId}-${id}`

const moves: Readonly<Record<string, OptionMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/**
 * Takes what is searched. It keeps the focus, while the arrow keys reach an option and Enter chooses it:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 */
export function SearchField({ listId, siteSearchRef, onChoose }: SearchChoice) {
  const query = useSelector(siteSearchRef, selectQuery)
  const active = useSelector(siteSearchRef, selectActive)
  const activeId = active ? idOf(listId, active) : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const handleKey = (event: KeyboardEvent) => {
    // Enter also ends the composition of a letter.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // The key would go on to what has the focus after the dialog is closed, and press it.
      event.preventDefault()
      if (active) onChoose(active, event.shiftKey)
    }
    const to = moves[event.key]
    if (!to || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    siteSearchRef.send({ type: 'option.moved', to })
  }
  return (
    <TextField
      label="Search the site"
      role="combobox"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      aria-autocomplete="list"
      aria-expanded={active !== null}
      aria-controls={listId}
      aria-activedescendant={activeId}
      value={query}
      onChange={(typed) => siteSearchRef.send({ type: 'query.changed', query: typed })}
      onKeyDown={handleKey}
    />
  )
}

/** Keeps the focus in the field when a result is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Lists the results in their groups: https://www.w3.org/WAI/ARIA/apg/patterns/listbox/. */
export function SearchListbox({ listId, siteSearchRef, onChoose }: SearchChoice) {
  const groups = useSelector(siteSearchRef, selectOptionGroups)
  const active = useSelector(siteSearchRef, selectActive)
  return (
    <div className={styles.results}>
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
        className={styles.list}
        hidden={groups.length === 0}
        onMouseDown={keepFocus}
      >
        {groups.map((group) => (
          <ResultGroup
            key={group.name}
            listId={listId}
            group={group}
            activeId={active?.id}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

interface ResultGroupProps extends Pick<SearchChoice, 'listId' | 'onChoose'> {
  group: OptionGroup
  activeId: string | undefined
}

const ResultGroup = ({ listId, group, activeId, onChoose }: ResultGroupProps) => (
  <div role="group" aria-label={group.label}>
    <div aria-hidden="true" className={styles.heading}>
      {group.label}
    </div>
    {group.options.map((option) => (
      <div
        key={option.id}
        id={idOf(listId, option)}
        role="option"
        aria-selected={option.id === activeId}
        tabIndex={-1}
        className={styles.option}
        onClick={(event: MouseEvent) => onChoose(option, event.shiftKey)}
      >
        <span>{option.label}</span>
        {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
      </div>
    ))}
  </div>
)
