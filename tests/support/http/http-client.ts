/** An HTTP client with a cookie jar, like that of a browser. */

/** Password of the first account. */
export const password = 'a-long-enough-password'

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
  /** The body as JSON; null where there is none. */
  json: Record<string, unknown>
}

/** Returns text and bytes as they are, and everything else as JSON. */
const encode = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body)

/** Creates a client that stores the cookies it receives and sends them back. */
export const createHttpClient = (url: string) => {
  const jar = new Map<string, { value: string; path: string }>()

  const storeCookies = (cookies: readonly string[]) => {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      const [, path = '/'] = /; Path=([^;]*)/i.exec(cookie) ?? []
      if (/; Max-Age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, { value, path })
    }
  }
  const cookieFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  const request = async (
    path: string,
    { method = 'GET', headers, body }: RequestOptions = {},
  ): Promise<HttpResponse> => {
    const cookie = cookieFor(path)
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json'
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body: encode(body) }),
    })
    storeCookies(answer.headers.getSetCookie())
    const text = await answer.text()
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: (isJson && text ? JSON.parse(text) : null) as Record<string, unknown>,
    }
  }

  return {
    request,
    cookieFor,
    /** As the browser's cookie store has it. */
    cookie: (name: string) => jar.get(name)?.value,
    setCookie: (name: string, value: string, path = '/') => void jar.set(name, { value, path }),
    get: (iri: string, headers?: Record<string, string>) =>
      request(`/_api${iri}`, { ...(headers && { headers }) }),
    post: (iri: string, body: unknown, headers?: Record<string, string>) =>
      request(`/_api${iri}`, { method: 'POST', body, ...(headers && { headers }) }),
    patch: (iri: string, body: unknown, headers?: Record<string, string>) =>
      request(`/_api${iri}`, { method: 'PATCH', body, ...(headers && { headers }) }),
    remove: (iri: string) => request(`/_api${iri}`, { method: 'DELETE' }),
    signIn: (username = 'admin', secret = password) =>
      request('/_api/login', { method: 'POST', body: { username, password: secret } }),
  }
}

export type HttpClient = ReturnType<typeof createHttpClient>
