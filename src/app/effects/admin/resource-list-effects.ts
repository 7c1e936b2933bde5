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
import { pageNumberIn } from '#content/page/collection.ts'
import { humanize } from '#content/model/humanize.ts'
import type { Iri } from '#content/model/iri.ts'
import { resourceListMachine } from '#machines/admin/resource-list.ts'
import { offersBulkChanges } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { bulkChange, undoChange } from './bulk-change-effects.ts'
import { deleteListed } from './delete-resource.ts'
import { dataTypeLabels, designLabels } from './site-designs.ts'
import { readListRows } from './read-list-rows.ts'
import { endpointOf, readTemplates } from './resource-endpoints.ts'
import { withTemplateLabels } from './template-labels.ts'

/** Returns the names that people see for what the rows of a list may refer to: those of data, to the first of the templates. */
const labelsFor = async (api: ContentApi, { name }: ShownList, signal: AbortSignal) => {
  if (name === 'dataTypes') return dataTypeLabels
  if (name !== 'data') return designLabels(name)
  const { options } = await readTemplates(api, signal)
  return Object.fromEntries(options.map(({ value, label }) => [value, label]))
}

/** Returns the names of what the rows refer to, also of templates that are not among the first. */
const withNamesOf = async (
  api: ContentApi,
  { name, members, labels }: ShownList & Pick<ResourceListPage, 'members' | 'labels'>,
  signal: AbortSignal,
) => (name === 'data' ? withTemplateLabels(api, { members, labels }, signal) : labels)

/** Returns a function that reads one answer of the API: a page of the given size. */
const answersOf =
  (
    { resources }: ContentApi,
    endpoint: Iri,
    { query, signal }: { query: Readonly<Record<string, string>>; signal: AbortSignal },
  ) =>
  (page: number, size: number) =>
    resources.list(endpoint, {
      query: { ...query, page: String(page), perPage: String(size) },
      signal,
    })

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
        const rows = { page: pageNumberIn(search), size: Number(pageSizeIn(search)) }
        const [{ members, total }, labels] = await withSession(system, () =>
          Promise.all([
            readListRows(rows, answersOf(api, endpoint, { query, signal })),
            labelsFor(api, list, signal),
          ]),
        )
        const listed = listedMembers(list, members)
        const names = await withSession(system, () =>
          withNamesOf(api, { ...list, members, labels }, signal),
        )
        return {
          members: listed,
          total: total - members.length + listed.length,
          pages: Math.ceil(total / rows.size),
          labels: names,
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
