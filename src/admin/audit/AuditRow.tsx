import { useId } from 'react'
import type { AuditEntry, AuditedChange } from '#content/admin/audit-entry.ts'
import {
  actionLabel,
  addressOf,
  authorOf,
  changeSummary,
  propertyLabel,
  subjectOf,
} from '#content/admin/audit-list.ts'
import { irisOfValue, shownValue } from '#content/admin/audit-names.ts'
import { updateSearch } from '#content/page/collection.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { SiteDate } from '#src/views/page/SiteDate.tsx'
import styles from './AuditScreen.module.css'

interface AuditRowProps {
  entry: AuditEntry
  /** The names that people see for types of content. */
  labels: Readonly<Record<string, string>>
  /** The query string of the list, whose filters are kept. */
  search: string
}

/** Shows one entry: who has changed what, when and from where, and the values before and after. */
export function AuditRow({ entry, labels, search }: AuditRowProps) {
  const headingId = useId()
  const { action, resource, changes, createdAt } = entry
  const path = usePath()
  const filtered = (changed: Record<string, string>) =>
    path + updateSearch(search, { ...changed, page: null })
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          {subjectOf(entry, labels)}
        </h2>
        <span className={styles.badge} data-tone={action}>
          {actionLabel(action)}
        </span>
        <SiteDate date={createdAt} className={styles.time} dateStyle="medium" timeStyle="medium" />
      </div>
      <p className={styles.about}>
        <Author entry={entry} filtered={filtered} />
        {resource === null ? null : (
          <a href={filtered({ resource })} aria-describedby={headingId}>
            All changes of it
          </a>
        )}
      </p>
      {changes.length > 0 ? (
        <details className={styles.details}>
          <summary aria-describedby={headingId}>{changeSummary(entry)}</summary>
          <dl className={styles.changes}>
            {changes.map((change) => (
              <Change key={change.property} entry={entry} change={change} />
            ))}
          </dl>
        </details>
      ) : null}
      {resource === null ? null : <DeveloperDetails entry={entry} headingId={headingId} />}
    </li>
  )
}

interface AuthorProps {
  entry: AuditEntry
  /** Returns the address of the list with another filter. */
  filtered: (changed: Record<string, string>) => string
}

function Author({ entry, filtered }: AuthorProps) {
  const { user } = entry
  const address = addressOf(entry)
  return (
    <>
      <span>{user ? <a href={filtered({ user })}>{authorOf(entry)}</a> : authorOf(entry)}</span>
      {address === null ? null : <span>from {address}</span>}
    </>
  )
}

function Change({ entry, change }: { entry: AuditEntry; change: AuditedChange }) {
  const { property, before, after, isHidden } = change
  return (
    <div className={styles.change}>
      <dt>{propertyLabel(entry, property)}</dt>
      {isHidden ? (
        <dd className={styles.hidden}>Changed. Private values are not logged.</dd>
      ) : (
        <>
          <Value label="Before" value={before && shownValue(entry, before)} />
          <Value label="After" value={after && shownValue(entry, after)} />
        </>
      )}
    </div>
  )
}

/** Shows the IRI of what was changed, and the properties and values that are not as they are stored above. */
function DeveloperDetails({ entry, headingId }: { entry: AuditEntry; headingId: string }) {
  const { resource, resourceType, changes } = entry
  const references = changes.filter(
    ({ before, after }) => irisOfValue(before) !== null || irisOfValue(after) !== null,
  )
  return (
    <details className={styles.details}>
      <summary aria-describedby={headingId}>Details for developers</summary>
      <dl className={styles.changes}>
        <div className={styles.change}>
          <dt>{resourceType}</dt>
          <dd>
            <pre className={styles.value}>{resource}</pre>
          </dd>
        </div>
        {references.map(({ property, before, after }) => (
          <div key={property} className={styles.change}>
            <dt>{property}</dt>
            <Value label="Before" value={before} />
            <Value label="After" value={after} />
          </div>
        ))}
      </dl>
    </details>
  )
}

/** True for a time as it is stored. */
const isDate = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/.test(value)

const Value = ({ label, value }: { label: string; value: string | null }) => (
  <dd>
    <span className={styles.label}>{label}</span>
    {value === null ? (
      <em className={styles.nothing}>nothing</em>
    ) : isDate(value) ? (
      <SiteDate date={value} dateStyle="medium" timeStyle="medium" />
    ) : (
      <pre className={styles.value}>{value}</pre>
    )}
  </dd>
)
