/** Changes several resources at once, where the API offers that. Part of the admin area; the other requests are in `groups/`. */
import type { BulkConsequences, BulkRequest } from '#content/admin/bulk-change.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ContentApi } from './content-api.ts'

interface BulkOptions {
  /** The account that makes the change. Nothing is changed when another one is signed in by now. */
  account: Iri
  signal?: AbortSignal
}

interface MakeOptions extends BulkOptions {
  /** The id of the change: copies are made once with it. */
  key: string
}

interface BulkChange {
  '@id': Iri
  isUndoable: boolean
  consequences: BulkConsequences
  /** The copies, for the action `duplicate`. */
  copies?: readonly Iri[]
}

/** Returns the endpoint that the entry point names; null if it names none. */
const findEndpoint = async ({ readEntryPoint }: ContentApi) =>
  ((await readEntryPoint()) as { bulkChange?: Iri }).bulkChange ?? null

/** Resolves to true if the API changes several resources in one transaction, and undoes that. */
export const offersBulkChanges = async (api: ContentApi) => (await findEndpoint(api)) !== null

/** Returns a failure whose violations name the resources that they are about. The API names these by their places. */
const withMembers = (thrown: unknown, members: BulkRequest['members']) => {
  const { kind, status, message, violations } = Failure.from(thrown)
  const named = violations.map((violation) => {
    const member = members[Number(/^members\[(\d+)\]/.exec(violation.propertyPath)?.[1])]
    return member ? { ...violation, iri: member.iri } : violation
  })
  return new Failure(kind, { message, violations: named, cause: thrown, ...(status && { status }) })
}

const send = async (
  api: ContentApi,
  { members, ...request }: BulkRequest & { isRehearsal: boolean },
  { account, signal, key }: BulkOptions & Partial<MakeOptions>,
) => {
  const named = members.map(({ iri, etag }) => ({ '@id': iri, ...(etag && { ifMatch: etag }) }))
  const endpoint = (await findEndpoint(api))!
  const body = { ...request, members: named }
  const headers = { account, 'idempotency-key': key }
  const sent = api.client.send('POST', endpoint, body, { signal, headers })
  const answer = await sent.catch((thrown: unknown) => {
    throw withMembers(thrown, members)
  })
  return answer.body as BulkChange
}

/** Returns what a change would do, and whether it could be undone. */
export const previewBulkChange = async (
  api: ContentApi,
  request: BulkRequest,
  options: BulkOptions,
) => send(api, { ...request, isRehearsal: true }, options)

/** Makes a change, and returns the IRI by which it is undone; null if it cannot be. */
export const makeBulkChange = async (
  api: ContentApi,
  request: BulkRequest,
  options: MakeOptions,
): Promise<Iri | null> => {
  const { '@id': iri, isUndoable } = await send(api, { ...request, isRehearsal: false }, options)
  return isUndoable ? iri : null
}

/** Copies a page or page data. Returns the copy, and the IRI by which it is undone; null if it cannot be. */
export const makeCopy = async (api: ContentApi, iri: Iri, options: MakeOptions) => {
  const request = { action: 'duplicate', members: [{ iri }], isRehearsal: false } as const
  const { '@id': change, isUndoable, copies = [] } = await send(api, request, options)
  return { copy: copies[0]!, change: isUndoable ? change : null }
}

/** Undoes a change. */
export const undoBulkChange = async (
  { client }: ContentApi,
  iri: Iri,
  { account }: BulkOptions,
) => {
  await client.send('POST', `${iri}/undo`, {}, { headers: { account } })
}
