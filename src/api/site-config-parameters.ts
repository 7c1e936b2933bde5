/** Reads and saves the settings of the site. Part of the admin area; the other requests are in `groups/`. */
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { isObject } from '#content/is-object.ts'
import type { Route } from '#content/model/resource.ts'
import { type SiteConfigParameter, siteConfigList } from '#content/model/site-config.ts'
import type { SaveAnswer } from '#content/settings/setting-outcomes.ts'
import { type SettingChange, storedTextOf } from '#content/settings/settings-draft.ts'
import type { ApiResponse, Client } from './client.ts'
import type { ContentApi } from './content-api.ts'

interface ListBody {
  member: unknown[]
  totalItems?: number
}

const isParameter = (value: unknown): value is SiteConfigParameter =>
  isObject(value) && typeof value['key'] === 'string'

/** Returns the parameter of a response. Such a resource has no metadata at some APIs. */
const parameterIn = ({ body }: ApiResponse) => {
  if (!isParameter(body)) {
    const message = 'Not Saved. The response was not a valid CWA Resource.'
    throw new Failure('unexpected', { message })
  }
  return body
}

const nullIfMissing = (error: unknown) => {
  if (Failure.from(error).kind === 'notFound') return null
  throw error
}

interface SavingClient {
  client: Client
  headers: Record<string, string>
}

const iriOf = (key: string): Iri => `${siteConfigList}/${encodeURIComponent(key)}`

/** Reads one parameter; null where it is not stored. */
const readParameter = async ({ client }: SavingClient, key: string) => {
  const response = await client.get(iriOf(key)).catch(nullIfMissing)
  return response && { text: storedTextOf(parameterIn(response)), etag: response.etag }
}

const create = async (saving: SavingClient, { key, text }: SettingChange): Promise<SaveAnswer> => {
  const { client, headers } = saving
  const created = client.send('POST', siteConfigList, { key, value: text }, { headers })
  const answer = created.then(parameterIn).then(() => ({ status: 'saved' as const, text }))
  return answer.catch(async (error: unknown) => {
    // Somebody else may have created it first.
    const stored = Failure.from(error).kind === 'invalid' ? await readParameter(saving, key) : null
    if (!stored) throw error
    return { status: 'overtaken', text: stored.text }
  })
}

/** Saves one that is stored, unless what is stored is not what it is meant to replace. */
const replace = async (
  saving: SavingClient,
  { key, text, replaced }: SettingChange,
): Promise<SaveAnswer> => {
  const stored = await readParameter(saving, key)
  if (stored?.text !== replaced) return { status: 'overtaken', text: stored?.text }
  const headers = { ...saving.headers, 'if-match': stored?.etag }
  const body = { key, value: text }
  parameterIn(await saving.client.send('PATCH', iriOf(key), body, { headers }))
  return { status: 'saved', text }
}

/** Saves a setting for an account. Nothing is saved when another one is signed in by now. */
export const saveSetting = async (
  { client, isEmbedded }: ContentApi,
  change: SettingChange,
  account: Iri,
): Promise<SaveAnswer> => {
  const saving: SavingClient = { client, headers: isEmbedded ? { account } : {} }
  if (change.replaced === undefined) return create(saving, change)
  return replace(saving, change).catch(async (error: unknown) => {
    // Somebody else has saved it since it was read.
    if (Failure.from(error).kind !== 'conflict') throw error
    return { status: 'overtaken', text: (await readParameter(saving, change.key))?.text }
  })
}

/** Reads all parameters, as visitors may read them. */
export const readSiteConfigParameters = async ({ client }: ContentApi, signal: AbortSignal) => {
  const { body } = await client.get(siteConfigList, { signal, credentials: 'omit' })
  return (body as ListBody).member.filter(isParameter)
}

const isRoute = (value: unknown): value is Route =>
  isObject(value) && typeof value['path'] === 'string'

/** Reads the first routes that visitors may see, and the number of all. */
export const readFirstRoutes = async ({ client }: ContentApi, signal: AbortSignal) => {
  const { body } = await client.get('/_/routes', {
    signal,
    credentials: 'omit',
    query: { perPage: '100' },
  })
  const { member, totalItems } = body as ListBody
  const routes = member.filter(isRoute)
  return { routes, routeCount: totalItems ?? routes.length }
}

/** Returns the version that the documentation of the API names, or null. */
export const readApiVersion = async ({ client }: ContentApi, signal: AbortSignal) => {
  const { body } = await client.get('/docs.jsonld', { signal })
  const info = isObject(body) ? body['info'] : null
  return isObject(info) && typeof info['version'] === 'string' ? info['version'] : null
}
