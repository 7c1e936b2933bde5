/** Replaces the demo content of a new site. */
import type { Iri } from '#content/model/iri.ts'
import { siteConfigList } from '#content/model/site-config.ts'
import type { SetupContent } from '#content/account/site-setup.ts'
import type { Viewer } from '../auth/viewer.ts'
import { NotFoundError } from '../domain-errors.ts'
import { createContentBuilder, title } from '../seed/content-builder.ts'
import type { AuthorizedMutations, Store } from '../store/store.ts'

interface FirstContent {
  siteName: string
  content: SetupContent
}

/** Returns the IRIs of all content but the settings: routes first, which lead to what follows. */
const listContent = async ({ types, list }: Store, viewer: Viewer): Promise<Iri[]> => {
  const endpoints = types.all
    .filter(({ type, emitsEvents }) => emitsEvents && type !== 'SiteConfigParameter')
    .map(({ endpoint }) => endpoint)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const iris: Iri[] = []
  for (const endpoint of endpoints) {
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const query = new URLSearchParams({ perPage: '100', page: `${page}` })
      const { members } = await list(endpoint, viewer, query)
      iris.push(...members.map(({ '@id': iri }) => iri))
      isLast = members.length < 100
    }
  }
  return iris
}

const order = ['/_/routes', '/page_data/', '/_/pages', '/_/layouts']
const rankOf = (endpoint: Iri) => {
  const rank = order.findIndex((prefix) => endpoint.startsWith(prefix))
  return rank === -1 ? order.length : rank
}

/** Removes a resource, unless it went with another one. */
const removeIfThere = (mutations: AuthorizedMutations, iri: Iri) =>
  mutations.remove(iri).catch((thrown: unknown) => {
    if (!(thrown instanceof NotFoundError)) throw thrown
  })

const nameSite = async (
  mutations: AuthorizedMutations,
  siteName: string,
  isNamed: boolean,
): Promise<void> => {
  const about = { key: 'siteName', value: siteName }
  if (isNamed) await mutations.update(`${siteConfigList}/siteName`, about)
  else await mutations.create(siteConfigList, about)
}

const addHome = async (
  mutations: AuthorizedMutations,
  { types }: Store,
  { siteName, clock }: { siteName: string; clock: () => number },
) => {
  const publishedAt = new Date(clock()).toISOString()
  const options = { mutations, types, publishedAt, withStoredFiles: undefined }
  const builder = await createContentBuilder(options)
  const page = await builder.page({ reference: 'home', title: 'Home' }, [title(siteName)])
  await builder.link('Home', await builder.route('/', 'home', { page }))
}

/** Names a site, and gives it an empty home page in place of the demo content unless that stays. */
export const prepareContent = async (
  store: Store,
  { viewer, clock }: { viewer: Viewer; clock: () => number },
  { siteName, content }: FirstContent,
) => {
  const settings = await store.list(siteConfigList, viewer, new URLSearchParams())
  const isNamed = settings.members.some(({ key }) => key === 'siteName')
  if (content === 'empty') {
    const iris = await listContent(store, viewer)
    // In a transaction of its own: the names of what is removed are free after it.
    await store.transact(viewer, async (mutations) => {
      for (const iri of iris) await removeIfThere(mutations, iri)
    })
  }
  await store.transact(viewer, async (mutations) => {
    await nameSite(mutations, siteName, isNamed)
    if (content === 'empty') await addHome(mutations, store, { siteName, clock })
  })
}
