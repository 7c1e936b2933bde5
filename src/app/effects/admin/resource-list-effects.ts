/** Provides the effects of the lists of the admin area. Loaded with the first of them. */
import { fromPromise } from 'xstate'
import { bulkActionsOf } from '#content/admin/bulk-words.ts'
import {
  type ResourceListPage,
  type ShownList,
  listAt,
  pageSizeIn,
  resourceListQuery,
} from '#content/admin/resource-lists.ts'
import { listedMembers } from '#content/admin/resource-rows.ts'
import { humanize } from '#content/model/humanize.ts'
import { resourceListMachine } from '#machines/admin/resource-list.ts'
import { offersBulkChanges } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { bulkChange, undoChange } from './bulk-change-effects.ts'
import { deleteListed } from './delete-resource.ts'
import { dataTypeLabels, designLabels } from './site-designs.ts'
import { endpointOf, readTemplates } from './resource-endpoints.ts'

/** Returns the names that people see for what the rows of a list refer to. */
const labelsFor = async (api: ContentApi, { name }: ShownList, signal: AbortSignal) => {
  if (name === 'dataTypes') return dataTypeLabels
  if (name !== 'data') return designLabels(name)
  const { options } = await readTemplates(api, signal)
  return Object.fromEntries(options.map(({ value, label }) => [value, label]))
}

export const resourceList = resourceListMachine.provide({
  actors: {
    readList: fromPromise<ResourceListPage, { path: string; search: string }>(
      async ({ system, input: { path, search }, signal }) => {
        const list = listAt(path)
        const api = await servicesOf(system).loadApi()
        const endpoint = await endpointOf(api, list)
        const canChange = await offersBulkChanges(api)
        const query = {
          ...resourceListQuery(list.name, search),
          ...(canChange && { etags: 'true' }),
        }
        const [{ members, total }, labels] = await withSession(system, () =>
          Promise.all([
            api.resources.list(endpoint, { query, signal }),
            labelsFor(api, list, signal),
          ]),
        )
        const listed = listedMembers(list, members)
        return {
          members: listed,
          total: total - members.length + listed.length,
          pages: Math.ceil(total / Number(pageSizeIn(search))),
          labels,
          ...(canChange && { actions: bulkActionsOf[list.name] }),
          ...(list.name === 'users' && { own: editingAccount(system)['@id'] }),
          title: list.dataType && (dataTypeLabels[list.dataType] ?? humanize(list.dataType)),
        }
      },
    ),
    deleteListed,
    bulkChange,
    undoChange,
    renewSession,
  },
})
