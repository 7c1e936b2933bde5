/** Everything that is asked of a server, in one piece: visitors get it after the page, or when they first need it. */
import { createAuth, type SessionHint } from './auth.ts'
import { type ClientOptions, createClient } from './client.ts'
import { createForms } from './forms.ts'
import { createPages, createPayloadReader } from './pages.ts'
import { createResources } from './resources.ts'

export interface ContentApiOptions extends ClientOptions {
  sessionHint: SessionHint
  /** This site's own host, where it answers pages whole, and the build it should know us by. */
  host?: { base: string; build: string }
  /** What the API calls a page's manifest, where that has been found out. */
  manifestName?: string | null
}

export const createContentApi = ({
  sessionHint,
  host,
  manifestName,
  ...options
}: ContentApiOptions) => {
  const client = createClient(options)
  return {
    /** What has come another way, by the live-update hub. */
    decode: client.decode,
    auth: createAuth(client, sessionHint),
    forms: createForms(client),
    pages: createPages(client, manifestName),
    resources: createResources(client),
    readPage: host ? createPayloadReader(createClient({ base: host.base }), host.build) : null,
  }
}

export type ContentApi = ReturnType<typeof createContentApi>
