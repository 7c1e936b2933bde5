/**
 * Collects all requests to the content API in one module, which is loaded with the first of them. Each module in
 * `groups/` creates the requests of one group, which have its name.
 */
import { memoizeAsync } from '#content/memoize-async.ts'
import { type Client, type ClientOptions, createClient } from './client.ts'
import type { SessionHint } from './groups/auth.ts'
import { createPayloadReader } from './groups/pages.ts'

/** The requests by group. Each module in `groups/` adds its own. */
export interface ApiGroups {}

export interface ContentApiOptions extends ClientOptions {
  sessionHint: SessionHint
  /** This site's own host, when it serves page payloads, and the id of the build that asks for them. */
  host?: { base: string; build: string }
  /** The path segment of the API's manifests, when the server has already found it out. */
  manifestName?: string | null
  /**
   * True for the embedded API, which does more than the contract asks for: it checks the account that a write names, creates
   * nothing twice that has an id, and ends publications. Another one may not allow these headers. By default, the embedded
   * API is that of a host with page payloads.
   */
  isEmbedded?: boolean
}

type GroupOptions = Omit<ContentApiOptions, 'host'> &
  Required<Pick<ContentApiOptions, 'isEmbedded'>>

interface GroupModule {
  createRequests: (client: Client, options: GroupOptions) => ApiGroups[keyof ApiGroups]
}

const modules = import.meta.glob<GroupModule>('./groups/*.ts', { eager: true })

/** Returns the requests of all groups, by the names of their modules. */
const createGroups = (client: Client, options: GroupOptions) =>
  Object.fromEntries(
    Object.entries(modules).map(([path, { createRequests }]) => [
      path.slice('./groups/'.length, -'.ts'.length),
      createRequests(client, options),
    ]),
  ) as unknown as ApiGroups

/**
 * Creates the client of a content API: the groups of requests, `decode` for messages of the hub, and `readPage`, which
 * is null without a `host` that serves page payloads. Every request that fails rejects with a `Failure`.
 */
export const createContentApi = ({
  host,
  isEmbedded = host !== undefined,
  ...options
}: ContentApiOptions) => {
  const client = createClient(options)
  return {
    ...createGroups(client, { ...options, isEmbedded }),
    /** For requests of the editor alone, which are not in the groups. */
    client,
    base: options.base,
    isEmbedded,
    /** Reads the entry point, which names the endpoints. */
    readEntryPoint: memoizeAsync(async () => (await client.get('/')).body),
    /** Decodes a message of the live-update hub. */
    decode: client.decode,
    readPage: host ? createPayloadReader(createClient({ base: host.base }), host.build) : null,
  }
}

export type ContentApi = ReturnType<typeof createContentApi>
