/** Sends the requests that save an item, and the components of page data that are edited with it. */
import { type PartRequest, partRequests } from '#content/admin/item-parts.ts'
import { copyField } from '#content/admin/item-fields.ts'
import { bodyOf } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import { listAt } from '#content/admin/resource-lists.ts'
import type { Step } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Versioned } from '#content/model/resource.ts'
import type { ItemSaveInput } from '#machines/admin/item-save.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { copiesEndpoint, endpointOf } from './resource-endpoints.ts'
import { isRefused, keyAt, sendOnce } from './send-once.ts'

/** Returns a resource that was read or saved as a version of an item. */
export const toVersion = ({ resource, etag }: Versioned): ItemVersion => ({ resource, etag })

const send = async (api: ContentApi, step: Step): Promise<ItemVersion> => {
  const saved = await api.resources.send(step)
  if (!saved) throw new Failure('unexpected')
  return toVersion(saved)
}

/** Returns the request for a component; `id` is that of a new one. */
const stepOf = (
  { iri, endpoint, etag, body, isLive }: PartRequest,
  id: string | undefined,
): Step =>
  iri === null
    ? { method: 'POST', iri: endpoint, body, ...(id !== undefined && { id }) }
    : {
        method: 'PATCH',
        iri,
        body,
        ...(etag !== undefined && { ifMatch: etag }),
        ...(isLive && { published: true }),
      }

/** Returns a failure that names the values of a component as the fields of the form do. */
const inForm = (thrown: unknown, part: string) => {
  const failure = Failure.from(thrown)
  const named = failure.violations.map((violation) => ({
    ...violation,
    propertyPath: `${part}.${violation.propertyPath}`,
  }))
  const { kind, status, message } = failure
  return named.length === 0
    ? failure
    : new Failure(kind, { message, violations: named, ...(status !== undefined && { status }) })
}

/** Deletes components that were added for an item which could not be saved. Nothing refers to them. */
const discard = async (api: ContentApi, iris: readonly Iri[]) => {
  for (const iri of iris) await api.resources.send({ method: 'DELETE', iri }).catch(() => undefined)
}

type Parts = Record<string, ItemVersion>

/** The components of an item, and the key of what is made with them; undefined where nothing is. */
interface PartsToSend {
  requests: readonly PartRequest[]
  key: string | undefined
}

/**
 * Saves components one after another, and calls `finish` with all that are new. Discards these if it is refused, but not where it
 * is unknown whether the item has them by now: they are found again by their keys.
 */
const withParts = async (
  api: ContentApi,
  { requests, key }: PartsToSend,
  finish: (saved: Parts, added: Record<string, Iri>) => Promise<ItemVersion>,
): Promise<ItemVersion> => {
  const saved: Parts = {}
  const added: Record<string, Iri> = {}
  try {
    for (const [at, request] of requests.entries()) {
      const step = stepOf(request, key && keyAt(key, at + 1))
      const version = await send(api, step).catch((error: unknown) => {
        throw inForm(error, request.part)
      })
      saved[request.part] = version
      if (request.iri === null) added[request.part] = version.resource['@id']
    }
    return await finish(saved, added)
  } catch (error) {
    if (isRefused(error)) await discard(api, Object.values(added))
    throw error
  }
}

/** A copy has the parent that the form shows, which may be none. */
const noParent = { parentPage: null, parentPageData: null }

interface NewItem {
  path: string
  body: Readonly<Record<string, unknown>>
  key: string | undefined
}

/** Adds an item: an empty one, or a copy of a page. */
const sendNew = async (api: ContentApi, { path, body, key }: NewItem): Promise<ItemVersion> => {
  const { [copyField]: page, ...values } = body
  const id = key !== undefined && { id: key }
  const copies = page === undefined ? null : await copiesEndpoint(api)
  if (copies === null)
    return send(api, {
      method: 'POST',
      iri: await endpointOf(api, listAt(path)),
      body: values,
      ...id,
    })
  return send(api, { method: 'POST', iri: copies, body: { ...noParent, ...values, page }, ...id })
}

const saveWithParts = (
  api: ContentApi,
  { path, form, draft }: ItemSaveInput,
  parts: PartsToSend,
): Promise<ItemVersion> => {
  const { version } = form
  return withParts(api, parts, async (changed, added) => {
    const body = { ...bodyOf(form, draft), ...added }
    const known = { ...version?.parts, ...changed }
    const hasParts = Object.keys(known).length > 0 && { parts: known }
    if (version && Object.keys(body).length === 0) return { ...version, ...hasParts }
    const saved = version
      ? send(api, {
          method: 'PATCH',
          iri: version.resource['@id'],
          body,
          ...(version.etag !== undefined && { ifMatch: version.etag }),
        })
      : sendNew(api, { path, body, key: parts.key })
    return { ...(await saved), ...hasParts }
  })
}

/** True if something is made that would be there twice. Accounts are not: their names are unique, and what is entered is private. */
const makesNew = ({ path, form }: ItemSaveInput, requests: readonly PartRequest[]) =>
  listAt(path).name !== 'users' &&
  (form.version === null || requests.some(({ iri }) => iri === null))

/** Saves an item with its components, and returns its new version. What is new is made once, even if it is saved again after a lost answer. */
export const sendItem = async (
  api: ContentApi,
  input: ItemSaveInput,
  account: Iri,
): Promise<ItemVersion> => {
  const { path, form, draft } = input
  const requests = partRequests(form, draft, new Date().toISOString())
  if (!makesNew(input, requests)) return saveWithParts(api, input, { requests, key: undefined })
  const request = { account, path, body: bodyOf(form, draft), draft }
  return sendOnce(request, (key) => saveWithParts(api, input, { requests, key }))
}
