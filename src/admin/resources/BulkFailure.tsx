import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import type { ListPage } from '../hooks/use-list-page.ts'

/** Says why a change of several rows was refused, and which of them are the reason. */
export function BulkFailure({ listPage: { bulkFailure, rows } }: { listPage: ListPage }) {
  if (bulkFailure === null) return null
  const nameOf = (iri: string | undefined) => rows?.find((row) => row.iri === iri)?.name ?? ''
  const violations = bulkFailure.violations.map(({ iri, message }) => ({
    propertyPath: nameOf(iri),
    message,
  }))
  const general = { propertyPath: '', message: 'Nothing was changed.' }
  return (
    <FailureAlert
      failure={{
        message: bulkFailure.message,
        violations: violations.length > 0 ? [general, ...violations] : [],
      }}
    />
  )
}
