/** Bundles every request to a server in one lazily loaded module: the first page is shown without it. */
import { createAuth, type SessionHint } from './auth.ts'
import { type ClientOptions, createClient } from './client.ts'
import { createForms } from './forms.ts'
import { createPages, createPayloadReader } from './pages.ts'
import { createResources } from './resources.ts'

export interface ContentApiOptions extends ClientOptions {
  sessionHint: SessionHint
  /** This site's own host, when it serves page payloads, and the id of the build that asks for them. */
  host?: { base: string; build: string }
  /** The path segment of the API's manifests, when the server has already found it out. */
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
    /** Decodes a message of the live-update hub. */
    decode: client.decode,
    auth: createAuth(client, sessionHint),
    forms: createForms(client),
    pages: createPages(client, { manifestName, log: options.log }),
    resources: createResources(client, options.log),
    readPage: host ? createPayloadReader(createClient({ base: host.base }), host.build) : null,
  }
}

export type ContentApi = ReturnType<typeof createContentApi>
