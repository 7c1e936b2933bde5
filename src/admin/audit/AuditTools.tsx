import type { ReactNode, SubmitEvent } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { type SearchedFilter, anyOption, filteredName } from '#content/admin/audit-choices.ts'
import { auditFilters } from '#content/admin/audit-entry.ts'
import {
  type AuditFilter,
  actionChoices,
  auditExportHref,
  auditFiltersIn,
  isAuditFiltered,
} from '#content/admin/audit-list.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import type { choiceSearchMachine } from '#machines/admin/choice-search.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { useOpenList } from '../use-open-list.ts'
import { SearchedChoice } from '../resources/SearchedChoice.tsx'
import styles from './AuditScreen.module.css'

const none = Object.fromEntries(auditFilters.map((name) => [name, null]))

/** The searches of the filters. */
export type AuditChoices = Readonly<Record<SearchedFilter, typeof choiceSearchMachine>>

interface ToolsProps {
  choices: AuditChoices
  search: string
  /** The entries that are shown; null until they are read. */
  list: ResourceListPage | null
}

/** Returns what the form of the filters does; its values are in the URL. */
function useFilterForm(search: string) {
  const open = useOpenList(search)
  const ref = useRef<HTMLFormElement>(null)
  // Other elements in their place would lose the focus.
  useLayoutEffect(() => {
    const values = auditFiltersIn(search)
    for (const control of controlsIn(ref.current!))
      control.value = values[control.name as AuditFilter]
  }, [search])
  const entered = () =>
    Object.fromEntries([...controlsIn(ref.current!)].map(({ name, value }) => [name, value.trim()]))
  return {
    ref,
    showAll: () => {
      // The button leaves, and the focus must not be lost with it.
      ref.current!.querySelector('input')?.focus()
      open(none)
    },
    apply: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      open(entered())
    },
    choose: (chosen: Partial<Record<SearchedFilter, string>>) => open({ ...entered(), ...chosen }),
  }
}

/** Filters the log, all in the URL, and offers what matches as a file. */
export function AuditTools({ search, list, choices }: ToolsProps) {
  const { ref, showAll, apply, choose } = useFilterForm(search)
  const shared = { search, list, choices, choose }
  return (
    <form ref={ref} className={styles.tools} aria-label="Filters" onSubmit={apply}>
      <SearchedFilterField {...shared} name="user" label="User" />
      <SearchedFilterField {...shared} name="resource" label="What was changed" />
      <Filters search={search} />
      <div className={styles.actions}>
        <Button type="submit">Filter</Button>
        {isAuditFiltered(search) ? <Button onClick={showAll}>Show all</Button> : null}
        <a href={auditExportHref(search)} download className={styles.export}>
          Download as CSV
        </a>
      </div>
    </form>
  )
}

/** Returns the controls whose values are applied together. */
const controlsIn = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select')

interface SearchedFilterProps extends ToolsProps {
  name: SearchedFilter
  label: string
  choose: (chosen: Partial<Record<SearchedFilter, string>>) => void
}

/** Chooses whose changes, or the changes of what, are listed: searched by name, and applied at once. */
function SearchedFilterField({ name, label, search, list, choices, choose }: SearchedFilterProps) {
  // The entries do not name what has none.
  const [chosen, setChosen] = useState(anyOption)
  const input = { source: null, own: null, none: anyOption }
  const searchRef = useViewActor('choiceSearch', choices[name], input)
  const value = auditFiltersIn(search)[name]
  const known = value === chosen.value ? chosen.label : filteredName(name, search, list)
  return (
    <div>
      <SearchedChoice
        label={label}
        chosenLabel={value === '' ? anyOption.label : (known ?? value)}
        none={anyOption}
        searchRef={searchRef}
        isFloating
        onChoose={(option) => {
          setChosen(option)
          if (option.value !== value) choose({ [name]: option.value })
        }}
      />
    </div>
  )
}

function Filters({ search }: { search: string }) {
  const values = auditFiltersIn(search)
  const day = (name: 'from' | 'to') => (id: string) => (
    <input
      id={id}
      name={name}
      type="date"
      defaultValue={values[name]}
      className={fieldStyles.input}
    />
  )
  return (
    <>
      <Filter label="Action">
        {(id) => (
          <select id={id} name="action" defaultValue={values.action} className={fieldStyles.input}>
            {actionChoices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Filter>
      <Filter label="From">{day('from')}</Filter>
      <Filter label="To">{day('to')}</Filter>
    </>
  )
}

/** Renders the label of a control, which gets its id. */
function Filter({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}
