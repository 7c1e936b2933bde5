/** Calls the API of this process: for the renderer, and for the forms that browsers send to the site. */
import type { Hono } from 'hono'
import { apiBase } from '#content/navigation/api-base.ts'
import type { Env } from '../http/hono-env.ts'
import type { SendToApi } from '../render/site-options.ts'
import type { ContentSource } from './content-source.ts'

/** Returns `fetch` for the API of this process, which is called without a connection. */
const createInProcessFetch =
  (api: Hono<Env>): typeof fetch =>
  async (input, init) =>
    api.fetch(new Request(input, init), {} satisfies Env['Bindings'])

/** Headers about the body of the form, which is replaced by JSON. */
const bodyHeaders = ['content-length', 'transfer-encoding', 'content-encoding']

/**
 * Returns a function that sends JSON to the API, or a GET request where there is no body, with the headers and the
 * connection of the browser that has sent a form.
 */
const createApiSender =
  (api: Hono<Env>): SendToApi =>
  async (c, path, body) => {
    const headers = new Headers(c.req.raw.headers)
    for (const name of bodyHeaders) headers.delete(name)
    headers.set('accept', 'application/ld+json')
    headers.set('content-type', 'application/json')
    const init =
      body === null
        ? { method: 'GET', headers }
        : { method: 'POST', headers, body: JSON.stringify(body) }
    // The connection contains the address of the browser, for which attempts are counted.
    return api.fetch(
      new Request(new URL(apiBase + path, c.req.url), init),
      c.env as Env['Bindings'],
    )
  }

/** Returns the ways to call an API of this process. */
export const inProcessApi = (api: Hono<Env>): Pick<ContentSource, 'api' | 'sendToApi'> => ({
  api: {
    base: apiBase,
    internalBase: `http://in-process.invalid${apiBase}`,
    fetch: createInProcessFetch(api),
  },
  sendToApi: createApiSender(api),
})
