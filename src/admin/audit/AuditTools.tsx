import type { ReactNode, SubmitEvent } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { auditFilters } from '#content/admin/audit-entry.ts'
import {
  type AuditFilter,
  actionChoices,
  auditExportHref,
  auditFiltersIn,
  isAuditFiltered,
} from '#content/admin/audit-list.ts'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { useOpenList } from '../use-open-list.ts'
import styles from './AuditScreen.module.css'

const none = Object.fromEntries(auditFilters.map((name) => [name, null]))

/** Filters the log, all in the URL, and offers what matches as a file. */
export function AuditTools({ search }: { search: string }) {
  const open = useOpenList(search)
  const ref = useRef<HTMLFormElement>(null)
  // Other elements in their place would lose the focus.
  useLayoutEffect(() => {
    const values = auditFiltersIn(search)
    for (const control of controlsIn(ref.current!))
      control.value = values[control.name as AuditFilter]
  }, [search])
  const showAll = () => {
    // The button leaves, and the focus must not be lost with it.
    controlsIn(ref.current!)[0]?.focus()
    open(none)
  }
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    open(Object.fromEntries(auditFilters.map((name) => [name, String(data.get(name)).trim()])))
  }
  return (
    <form ref={ref} className={styles.tools} aria-label="Filters" onSubmit={apply}>
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

const controlsIn = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')

function Filters({ search }: { search: string }) {
  const values = auditFiltersIn(search)
  const text = (name: AuditFilter, type: 'text' | 'date') => (id: string) => (
    <input
      id={id}
      name={name}
      type={type}
      defaultValue={values[name]}
      maxLength={400}
      className={fieldStyles.input}
    />
  )
  return (
    <>
      <Filter label="User">{text('user', 'text')}</Filter>
      <Filter label="Resource">{text('resource', 'text')}</Filter>
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
      <Filter label="From">{text('from', 'date')}</Filter>
      <Filter label="To">{text('to', 'date')}</Filter>
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
