/** The content source for a remote API: pages are assembled from its responses, and browsers call it directly. */
import {
  siteConfigList,
  type SiteConfigParameter,
  parseSiteConfig,
} from '#content/model/site-config.ts'
import type { ContentSource } from './content-source.ts'
import { anonymous } from '../auth/viewer.ts'
import { alwaysHealthy } from '../health.ts'

/** The time for which its site configuration is cached, in milliseconds. */
const configLifetime = 10_000
const requestTimeout = 3_000

/** A list of parameters, under the newer name of its members or the older one. */
type ParameterList = Partial<Record<'member' | 'hydra:member', SiteConfigParameter[]>>

const requestJson = (url: string) =>
  fetch(url, {
    headers: { accept: 'application/ld+json,application/json' },
    signal: AbortSignal.timeout(requestTimeout),
  })

/** Reads the API's site configuration, cached for `configLifetime`, and the hub's URL from the same responses. */
const createConfigReader = (base: string) => {
  /** The hub's URL, which every response of the API names. */
  let hub: string | null = null

  const readParameters = async () => {
    const response = await requestJson(base + siteConfigList)
    hub = response.headers.get('link')?.match(/<([^>]+)>;\s*rel="?mercure"?/)?.[1] ?? hub
    const body = (await response.json()) as ParameterList
    return body.member ?? body['hydra:member'] ?? []
  }
  // If the configuration cannot be read, the site is shown with the defaults.
  const readConfig = async () => parseSiteConfig(await readParameters().catch(() => []))
  let cached = { config: readConfig(), until: Date.now() + configLifetime }

  return {
    hubUrl: () => hub,
    siteConfig: () => {
      if (Date.now() > cached.until)
        cached = { config: readConfig(), until: Date.now() + configLifetime }
      return cached.config
    },
  }
}

/** Opens a remote content API as the source of pages, which browsers then request step by step. */
export const openRemoteSource = (base: string): ContentSource => {
  const { hubUrl, siteConfig } = createConfigReader(base)
  return {
    routes: null,
    // The API's cookies are not sent here: the browser finds out by itself who is signed in.
    identifyViewer: async () => ({ viewer: anonymous, user: null }),
    siteConfig,
    readPage: null,
    changes: null,
    api: { base, internalBase: base, fetch },
    sendToApi: null,
    hub: {
      get url() {
        return hubUrl()
      },
      lastEventId: async () => null,
    },
    prepare: async () => ({ messages: () => [], rollback: async () => {} }),
    health: alwaysHealthy,
    measured: null,
    closeStreams: () => {},
    close: async () => {},
  }
}
