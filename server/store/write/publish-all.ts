/** Publishes several drafts within one transaction. */
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { ValidationError } from '#server/domain-errors.ts'
import type { ReadResult } from '../read/read-result.ts'
import { entryViolation } from './entry-violation.ts'
import type { Transact } from './transactions.ts'

/** A resource to publish; see `MutationOptions` for the ETags. */
export interface Publication {
  iri: Iri
  expectedEtags: readonly string[] | null
}

/**
 * Returns a function that publishes all of several resources, or none. Throws a `ValidationError` that names every
 * resource which is not ready.
 */
export const createPublishAll =
  (transact: Transact) => (publications: readonly Publication[], viewer: Viewer, base?: string) =>
    transact(viewer, async (mutations) => {
      const results: ReadResult[] = []
      const violations: Violation[] = []
      for (const [at, { iri, expectedEtags }] of publications.entries()) {
        try {
          const options = { expectedEtags, ...(base !== undefined && { base }) }
          results.push(await mutations.publish(iri, options))
        } catch (thrown) {
          if (!(thrown instanceof ValidationError)) throw thrown
          violations.push(
            ...thrown.violations.map((violation) => entryViolation('resources', at, violation)),
          )
        }
      }
      if (violations.length) throw new ValidationError(violations)
      return results
    })
