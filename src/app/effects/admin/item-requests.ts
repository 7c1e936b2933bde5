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
import { sendOnce } from './send-once.ts'

/** Returns a resource that was read or saved as a version of an item. */
export const toVersion = ({ resource, etag }: Versioned): ItemVersion => ({ resource, etag })

const send = async (api: ContentApi, step: Step): Promise<ItemVersion> => {
  const saved = await api.resources.send(step)
  if (!saved) throw new Failure('unexpected')
  return toVersion(saved)
}

const stepOf = ({ iri, endpoint, etag, body, isLive }: PartRequest): Step =>
  iri === null
    ? { method: 'POST', iri: endpoint, body }
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

/** Saves components one after another, and calls `finish` with all that are new; discards these if it fails. */
const withParts = async (
  api: ContentApi,
  requests: readonly PartRequest[],
  finish: (saved: Parts, added: Record<string, Iri>) => Promise<ItemVersion>,
): Promise<ItemVersion> => {
  const saved: Parts = {}
  const added: Record<string, Iri> = {}
  try {
    for (const request of requests) {
      const version = await send(api, stepOf(request)).catch((error: unknown) => {
        throw inForm(error, request.part)
      })
      saved[request.part] = version
      if (request.iri === null) added[request.part] = version.resource['@id']
    }
    return await finish(saved, added)
  } catch (error) {
    await discard(api, Object.values(added))
    throw error
  }
}

/** A copy has the parent that the form shows, which may be none. */
const noParent = { parentPage: null, parentPageData: null }

/** Adds an item: an empty one, or a copy of a page, which is made once even if it is saved again after a lost answer. */
const sendNew = async (
  api: ContentApi,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<ItemVersion> => {
  const { [copyField]: page, ...values } = body
  const copies = page === undefined ? null : await copiesEndpoint(api)
  if (copies === null)
    return send(api, { method: 'POST', iri: await endpointOf(api, listAt(path)), body: values })
  const copy = { ...noParent, ...values, page }
  return sendOnce(copy, (id) => send(api, { method: 'POST', iri: copies, body: copy, id }))
}

/** Saves an item with its components, and returns its new version. */
export const sendItem = async (
  api: ContentApi,
  { path, form, draft }: ItemSaveInput,
): Promise<ItemVersion> => {
  const { version } = form
  const requests = partRequests(form, draft, new Date().toISOString())
  return withParts(api, requests, async (changed, added) => {
    const body = { ...bodyOf(form, draft), ...added }
    const parts = { ...version?.parts, ...changed }
    const hasParts = Object.keys(parts).length > 0 && { parts }
    if (version && Object.keys(body).length === 0) return { ...version, ...hasParts }
    const saved = version
      ? send(api, {
          method: 'PATCH',
          iri: version.resource['@id'],
          body,
          ...(version.etag !== undefined && { ifMatch: version.etag }),
        })
      : sendNew(api, path, body)
    return { ...(await saved), ...hasParts }
  })
}
