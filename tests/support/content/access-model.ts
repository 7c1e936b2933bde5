/** Computes who may read each resource, from the stored rows alone, without a line of the server's. */
import type { Database } from '#server/store/db/schema.ts'

export type ViewerRole = 'visitor' | 'user' | 'editor'
export const viewers: readonly ViewerRole[] = ['visitor', 'user', 'editor']

interface StoredRow {
  iri: string
  type: string
  data: Record<string, unknown>
  publishedAt: string | null
}
interface StoredLink {
  from: string
  property: string
  to: string
  position: number
}
export interface StoredContent {
  rows: StoredRow[]
  links: StoredLink[]
  /** Ids that are nobody's secret. */
  accounts: string[]
}

/** Reads all resources, relations and account ids, sorted. */
export const readStoredContent = async (db: Database): Promise<StoredContent> => {
  const rows = await db.selectFrom('resource').selectAll().orderBy('iri').execute()
  const links = await db.selectFrom('relation').selectAll().execute()
  const accounts = await db.selectFrom('account').select('id').execute()
  return {
    rows: rows.map(({ iri, type, data, published_at }) => ({
      iri,
      type,
      data: JSON.parse(data) as Record<string, unknown>,
      publishedAt: published_at,
    })),
    links: links
      .map(({ from_iri, property, to_iri, position }) => ({
        from: from_iri,
        property,
        to: to_iri,
        position: Number(position),
      }))
      .toSorted((one, other) => one.position - other.position || (one.from < other.from ? -1 : 1)),
    accounts: accounts.map(({ id }) => id),
  }
}

const publishable = new Set(['Title', 'HtmlContent', 'NavigationLink', 'Image'])

/** Returns what one viewer may read of the content at the time `now`, in ISO 8601. */
export const createAccessModel = (
  { rows, links, accounts }: StoredContent,
  viewer: ViewerRole,
  now: string,
) => {
  const rowOf = new Map(rows.map((row) => [row.iri, row]))
  const incoming = (iri: string, property: string, prefix = '') =>
    links.flatMap((link) =>
      link.to === iri && link.property === property && link.from.startsWith(prefix)
        ? [link.from]
        : [],
    )
  const outgoing = (iri: string, property: string) =>
    links.flatMap((link) => (link.from === iri && link.property === property ? [link.to] : []))

  const canReadRoute = (route: string) =>
    viewer !== 'visitor' || !route.slice('/_/routes/'.length).startsWith('/user-area')
  const canReadPageData = (data: string) =>
    viewer === 'editor' || incoming(data, 'pageData', '/_/routes/').some(canReadRoute)
  const canReadPage = (page: string) =>
    viewer === 'editor' ||
    incoming(page, 'page', '/_/routes/').some(canReadRoute) ||
    incoming(page, 'page', '/page_data/').some(canReadPageData)

  const countsAsLocation = (page: string) =>
    rowOf.get(page)?.data['isTemplate'] !== true || incoming(page, 'page').length > 0

  const readableLocations = (component: string, seen = new Set<string>()): boolean[] => {
    if (seen.has(component)) return []
    seen.add(component)
    const holders = links.filter(
      ({ from, to }) => to === component && from.startsWith('/page_data/'),
    )
    const groups = incoming(component, 'component').flatMap((at) => outgoing(at, 'componentGroup'))
    const pages = groups.flatMap((group) => [
      ...outgoing(group, 'pages'),
      ...outgoing(group, 'layouts').flatMap((layout) => incoming(layout, 'layout')),
    ])
    return [
      ...holders.map(({ from }) => canReadPageData(from)),
      ...pages.filter(countsAsLocation).map(canReadPage),
      ...groups
        .flatMap((group) => outgoing(group, 'components'))
        .flatMap((owner) => readableLocations(owner, seen)),
    ]
  }

  const isLive = ({ type, publishedAt }: StoredRow) =>
    !publishable.has(type) || (publishedAt !== null && publishedAt <= now)

  const isVisible = (iri: string): boolean => {
    const row = rowOf.get(iri)
    if (!row) return false
    if (viewer === 'editor') return true
    if (iri.startsWith('/_/routes/')) return canReadRoute(iri)
    if (iri.startsWith('/_/pages/')) return canReadPage(iri)
    if (iri.startsWith('/page_data/')) return canReadPageData(iri)
    if (!iri.startsWith('/component/')) return true
    const locations = readableLocations(iri)
    return isLive(row) && (locations.length === 0 || locations.some(Boolean))
  }
  const visible = new Set(rows.map(({ iri }) => iri).filter(isVisible))
  const visibleRows = rows.filter(({ iri }) => visible.has(iri))

  const redirectEnd = (route: string): string => {
    const [next] = outgoing(route, 'redirect')
    return next ? redirectEnd(next) : route
  }
  const ownOrRedirected = (route: string, property: string) =>
    outgoing(route, property)[0] ?? outgoing(redirectEnd(route), property)[0]
  const onlyVisible = (iris: readonly (string | undefined)[]) =>
    iris.filter((iri): iri is string => iri !== undefined && visible.has(iri))

  return {
    rows,
    links,
    rowOf,
    visible,
    isLive,
    incoming,
    outgoing,
    onlyVisible,
    redirectEnd,
    ownOrRedirected,
    words: new Set(
      visibleRows.flatMap(({ data }) => JSON.stringify(data).match(wordPattern) ?? []),
    ),
    ids: new Set([...visible, ...accounts].flatMap((iri) => iri.match(idPattern) ?? [])),
    /** Returns the items in the list of a type. */
    listedIris: (type: string) =>
      visibleRows
        .filter((row) => row.type === type)
        .filter(({ iri }) => viewer !== 'editor' || !incoming(iri, 'publishedResource').length)
        .map(({ iri }) => iri),
  }
}

export type AccessModel = ReturnType<typeof createAccessModel>

/** Every generated resource has a word of its own. */
export const wordPattern = /qz\d+qz/g
/** The IRI prefixes of content; others belong to other versions. */
export const idPattern = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g
