import { type KeyboardEvent, useEffect } from 'react'
import type { OfferedKinds } from '#content/model/kind-search.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { preventFocus } from '../dom/keep-focus.ts'
import { KindPicture } from './KindPicture.tsx'
import styles from './KindListbox.module.css'

interface KindChoice {
  listId: string
  offered: OfferedKinds<ComponentKind>
  selected: ComponentKind | undefined
  onSelect: (kind: ComponentKind) => void
  onInsert: () => void
}

const optionId = (listId: string, { type }: ComponentKind) => `${listId}-${type}`

interface KindSearchProps extends KindChoice {
  query: string
  onSearch: (query: string) => void
}

/**
 * Searches the kinds. It keeps the focus, while the arrow keys select a kind and Enter inserts it:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 */
export function KindSearch({ query, onSearch, ...choice }: KindSearchProps) {
  const { listId, selected } = choice
  const selectedId = selected && optionId(listId, selected)
  useEffect(() => {
    if (selectedId) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  return (
    <TextField
      label="Search"
      role="combobox"
      autoComplete="off"
      aria-autocomplete="list"
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={selectedId}
      value={query}
      onChange={onSearch}
      onKeyDown={(event) => handleKey(event, choice)}
    />
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function handleKey(event: KeyboardEvent, { offered, selected, onSelect, onInsert }: KindChoice) {
  const kinds = [...offered.recent, ...offered.others]
  const step = steps[event.key]
  // Enter also ends the composition of a letter.
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
    // The text that is inserted has the focus at once, and would get the line break.
    event.preventDefault()
    onInsert()
  }
  if (step === undefined) return
  event.preventDefault()
  const next = kinds[selected ? kinds.indexOf(selected) + step : 0]
  if (next) onSelect(next)
}

/** Lists the kinds with their pictures: https://www.w3.org/WAI/ARIA/apg/patterns/listbox/. */
export const KindListbox = (choice: KindChoice) => (
  <div
    id={choice.listId}
    role="listbox"
    aria-label="Components"
    tabIndex={-1}
    className={styles.listbox}
    onMouseDown={preventFocus}
  >
    {choice.offered.recent.length > 0 ? (
      <>
        <KindGroup label="Added recently" kinds={choice.offered.recent} {...choice} />
        <KindGroup label="More" kinds={choice.offered.others} {...choice} />
      </>
    ) : (
      <KindOptions kinds={choice.offered.others} {...choice} />
    )}
  </div>
)

interface KindOptionsProps extends KindChoice {
  kinds: readonly ComponentKind[]
}

const KindGroup = ({ label, ...props }: KindOptionsProps & { label: string }) =>
  props.kinds.length > 0 ? (
    <div role="group" aria-label={label}>
      <div aria-hidden="true" className={styles.heading}>
        {label}
      </div>
      <KindOptions {...props} />
    </div>
  ) : null

const KindOptions = ({ listId, kinds, selected, onSelect, onInsert }: KindOptionsProps) =>
  kinds.map((kind) => (
    <div
      key={kind.type}
      id={optionId(listId, kind)}
      role="option"
      aria-selected={kind === selected}
      tabIndex={-1}
      className={styles.option}
      onClick={() => onSelect(kind)}
      onDoubleClick={onInsert}
    >
      <KindPicture kind={kind} />
      {kind.label}
    </div>
  ))
