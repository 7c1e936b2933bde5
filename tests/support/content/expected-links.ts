/** What each resource should say about others, and what a page should be made of, by the model of reading. */
import type { AccessModel } from './access-model.ts'

type Expected = Record<string, unknown>

const pagesAndData = ({ out, into, known }: AccessModel, iri: string): Expected => ({
  parentPage: known(out(iri, 'parentPage'))[0],
  parentPageData: known(out(iri, 'parentPageData'))[0],
  route: known(into(iri, iri.startsWith('/_/pages/') ? 'page' : 'pageData', '/_/routes/'))[0],
})

/** The relations of one resource as whoever the model is of should get them; absent where undefined. */
export const expectedLinks = (model: AccessModel, iri: string): Expected => {
  const { out, into, known, rowOf } = model
  const { type, data } = rowOf.get(iri)!
  switch (type) {
    case 'Route': {
      const [redirect] = out(iri, 'redirect')
      const end = model.redirectEnd(iri)
      return {
        redirect: known([redirect])[0],
        redirectedFrom: known(into(iri, 'redirect')),
        redirectPath: redirect && known([end])[0]?.slice('/_/routes/'.length),
        page: known([model.own(iri, 'page')])[0],
        pageData: known([model.own(iri, 'pageData')])[0],
      }
    }
    case 'Page':
      return {
        ...pagesAndData(model, iri),
        layout: out(iri, 'layout')[0],
        componentGroups: into(iri, 'pages'),
      }
    case 'Layout':
      return { pages: known(into(iri, 'layout')), componentGroups: into(iri, 'layouts') }
    case 'ComponentGroup':
      return {
        pages: known(out(iri, 'pages')),
        layouts: out(iri, 'layouts'),
        components: known(out(iri, 'components')),
        componentPositions: into(iri, 'componentGroup'),
        location: known([String(data['location'])])[0],
      }
    case 'ComponentPosition':
      return {
        componentGroup: out(iri, 'componentGroup')[0],
        component: known(out(iri, 'component'))[0],
      }
    case 'BlogArticleData':
    case 'NestedPageData':
      return {
        ...pagesAndData(model, iri),
        page: known(out(iri, 'page'))[0],
        htmlContent: known(out(iri, 'htmlContent'))[0],
        introContent: known(out(iri, 'introContent'))[0],
        image: known(out(iri, 'image'))[0],
      }
    case 'NavigationLink': {
      const [route] = known(out(iri, 'route'))
      return {
        ...placesOf(model, iri),
        route,
        url: data['rawPath'] ?? route?.slice('/_/routes/'.length),
      }
    }
    default:
      return iri.startsWith('/component/') ? placesOf(model, iri) : {}
  }
}

const placesOf = ({ into }: AccessModel, iri: string): Expected => ({
  componentGroups: into(iri, 'components'),
  componentPositions: into(iri, 'component'),
})

const parentOf = ({ out }: AccessModel, entity: string) =>
  out(entity, 'parentPage')[0] ?? out(entity, 'parentPageData')[0]

/** A page or page data and those above it, up to one that is hidden. */
export const ancestorsOf = (model: AccessModel, entity: string): string[] => {
  const line = [entity]
  for (;;) {
    const above = parentOf(model, line.at(-1)!)
    if (!above || line.includes(above) || !model.visible.has(above)) return line
    line.push(above)
  }
}

const componentAt = (model: AccessModel, position: string, entity: string) => {
  const property = model.rowOf.get(position)?.data['pageDataProperty']
  const bound = property ? model.known(model.out(entity, String(property)))[0] : undefined
  return bound ?? model.known(model.out(position, 'component'))[0]
}

const partsOf = (model: AccessModel, entity: string): string[] => {
  const page = entity.startsWith('/_/pages/') ? entity : model.out(entity, 'page')[0]
  if (!page) return [entity]
  const positions = model
    .into(page, 'pages')
    .flatMap((group) => model.into(group, 'componentGroup'))
  return [
    entity,
    page,
    ...model.out(page, 'layout'),
    ...model.into(page, 'pages'),
    ...positions,
    ...positions.flatMap((position) => componentAt(model, position, entity) ?? []),
  ]
}

/** What the manifest of a page names: the page and those above it, with all they are made of. */
export const expectedManifest = (model: AccessModel, entity: string, route: string | undefined) => {
  const line = ancestorsOf(model, entity)
  const routes = line.map((one, at) =>
    at === 0
      ? route
      : model.known(
          model.into(one, one.startsWith('/_/pages/') ? 'page' : 'pageData', '/_/routes/'),
        )[0],
  )
  return new Set([...line.flatMap((one) => partsOf(model, one)), ...model.known(routes)])
}

/** Where a route leads somebody who may take it. */
export const expectedResponse = (model: AccessModel, route: string) => {
  const { redirectPath, pageData, page } = expectedLinks(model, route)
  const entity = (pageData ?? page) as string | undefined
  if (redirectPath) return { status: 308, entity }
  const isStuck = !entity && model.out(route, 'redirect').length > 0
  return { status: isStuck ? 'refused' : 200, entity }
}
