/** Provides the effects of the screen of the audit log. Loaded with it. */
import { fromPromise } from 'xstate'
import { auditEntriesEndpoint } from '#content/admin/audit-entry.ts'
import { auditListOf, auditListQuery } from '#content/admin/audit-list.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import { resourceListMachine } from '#machines/admin/resource-list.ts'
import { kinds } from '#site/kinds.ts'
import { servicesOf } from '../../services/services.ts'
import { renewSession, withSession } from '../session-effects.ts'
import { deleteListed } from './delete-resource.ts'

/** The names that editors see for types of content. */
const typeLabels: Readonly<Record<string, string>> = Object.fromEntries(
  [...kinds.components, ...kinds.data].map(({ type, label }) => [type, label]),
)

export const auditList = resourceListMachine.provide({
  actors: {
    readList: fromPromise<ResourceListPage, { path: string; search: string }>(
      async ({ system, input: { search }, signal }) => {
        const { resources } = await servicesOf(system).loadApi()
        const query = auditListQuery(search)
        const list = () => resources.list(auditEntriesEndpoint, { query, signal })
        return auditListOf(await withSession(system, list), typeLabels)
      },
    ),
    deleteListed,
    renewSession,
  },
})
