/** Signs an editor in who writes content through the API. */
import { type ServerProcess, password } from '../../tests/support/server/server-process.ts'

/**
 * Signs in as the administrator. `post` resolves with the IRI of the created resource, and rejects when it is refused.
 */
export const signInEditor = async ({ url }: Pick<ServerProcess, 'url'>) => {
  const api = `${url}/_api`
  const answer = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  if (!answer.ok) throw new Error(`Nobody could sign in: ${answer.status}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((given) => given.split(';')[0])
    .join('; ')

  const post = async (endpoint: string, body: object) => {
    const made = await fetch(api + endpoint, {
      method: 'POST',
      headers: { cookie, 'Content-Type': 'application/ld+json' },
      body: JSON.stringify(body),
    })
    const resource = (await made.json()) as { '@id': string }
    if (!made.ok) throw new Error(`${endpoint}: ${JSON.stringify(resource)}`)
    return resource['@id']
  }
  return { api, cookie, post }
}

export type ApiEditor = Awaited<ReturnType<typeof signInEditor>>

/** Creates a layout, a page with one group, and its route. */
export const makePage = async ({ post }: ApiEditor, path: string) => {
  const layout = await post('/_/layouts', {
    reference: `layout of ${path}`,
    uiComponent: 'Primary',
  })
  const page = await post('/_/pages', {
    reference: `page at ${path}`,
    layout,
    isTemplate: false,
    uiComponent: 'PrimaryPageTemplate',
  })
  await post('/_/routes', { path, name: path, page })
  const group = await post('/_/component_groups', {
    reference: `primary_${page}`,
    location: page,
    pages: [page],
  })
  return { layout, page, group }
}

/** Creates a published title at the end of a group and resolves with its IRI. */
export const makeTitle = ({ post }: ApiEditor, title: string, componentGroup: string) =>
  post('/component/titles', {
    title,
    publishedAt: '2026-01-05T09:00:00+00:00',
    componentPositions: [{ componentGroup }],
  })
