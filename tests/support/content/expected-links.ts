/** Computes the links that each resource should have, and the resources of a page, by the access model. */
import type { AccessModel } from './access-model.ts'

type Expected = Record<string, unknown>

const pagesAndData = ({ outgoing, incoming, onlyVisible }: AccessModel, iri: string): Expected => ({
  parentPage: onlyVisible(outgoing(iri, 'parentPage'))[0],
  parentPageData: onlyVisible(outgoing(iri, 'parentPageData'))[0],
  route: onlyVisible(
    incoming(iri, iri.startsWith('/_/pages/') ? 'page' : 'pageData', '/_/routes/'),
  )[0],
})

/** The relations of one resource as the user of the model should get them; absent where undefined. */
export const expectedLinks = (model: AccessModel, iri: string): Expected => {
  const { outgoing, incoming, onlyVisible, rowOf } = model
  const { type, data } = rowOf.get(iri)!
  switch (type) {
    case 'Route': {
      const [redirect] = outgoing(iri, 'redirect')
      const end = model.redirectEnd(iri)
      return {
        redirect: onlyVisible([redirect])[0],
        redirectedFrom: onlyVisible(incoming(iri, 'redirect')),
        redirectPath: redirect && onlyVisible([end])[0]?.slice('/_/routes/'.length),
        page: onlyVisible([model.ownOrRedirected(iri, 'page')])[0],
        pageData: onlyVisible([model.ownOrRedirected(iri, 'pageData')])[0],
      }
    }
    case 'Page':
      return {
        ...pagesAndData(model, iri),
        layout: outgoing(iri, 'layout')[0],
        componentGroups: incoming(iri, 'pages'),
      }
    case 'Layout':
      return {
        pages: onlyVisible(incoming(iri, 'layout')),
        componentGroups: incoming(iri, 'layouts'),
      }
    case 'ComponentGroup':
      return {
        pages: onlyVisible(outgoing(iri, 'pages')),
        layouts: outgoing(iri, 'layouts'),
        components: onlyVisible(outgoing(iri, 'components')),
        componentPositions: incoming(iri, 'componentGroup'),
        location: onlyVisible([String(data['location'])])[0],
      }
    case 'ComponentPosition':
      return {
        componentGroup: outgoing(iri, 'componentGroup')[0],
        component: onlyVisible(outgoing(iri, 'component'))[0],
      }
    case 'BlogArticleData':
    case 'NestedPageData':
      return {
        ...pagesAndData(model, iri),
        page: onlyVisible(outgoing(iri, 'page'))[0],
        htmlContent: onlyVisible(outgoing(iri, 'htmlContent'))[0],
        introContent: onlyVisible(outgoing(iri, 'introContent'))[0],
        image: onlyVisible(outgoing(iri, 'image'))[0],
      }
    case 'NavigationLink': {
      const [route] = onlyVisible(outgoing(iri, 'route'))
      return {
        ...groupsAndPositionsOf(model, iri),
        route,
        url: data['rawPath'] ?? route?.slice('/_/routes/'.length),
      }
    }
    default:
      return iri.startsWith('/component/') ? groupsAndPositionsOf(model, iri) : {}
  }
}

const groupsAndPositionsOf = ({ incoming }: AccessModel, iri: string): Expected => ({
  componentGroups: incoming(iri, 'components'),
  componentPositions: incoming(iri, 'component'),
})

const parentOf = ({ outgoing }: AccessModel, entity: string) =>
  outgoing(entity, 'parentPage')[0] ?? outgoing(entity, 'parentPageData')[0]

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
  const bound = property
    ? model.onlyVisible(model.outgoing(entity, String(property)))[0]
    : undefined
  return bound ?? model.onlyVisible(model.outgoing(position, 'component'))[0]
}

const partsOf = (model: AccessModel, entity: string): string[] => {
  const page = entity.startsWith('/_/pages/') ? entity : model.outgoing(entity, 'page')[0]
  if (!page) return [entity]
  const positions = model
    .incoming(page, 'pages')
    .flatMap((group) => model.incoming(group, 'componentGroup'))
  return [
    entity,
    page,
    ...model.outgoing(page, 'layout'),
    ...model.incoming(page, 'pages'),
    ...positions,
    ...positions.flatMap((position) => componentAt(model, position, entity) ?? []),
  ]
}

/** Returns the IRIs that a page's manifest should name: the page and its ancestors, with everything they contain. */
export const expectedManifest = (model: AccessModel, entity: string, route: string | undefined) => {
  const line = ancestorsOf(model, entity)
  const routes = line.map((one, at) =>
    at === 0
      ? route
      : model.onlyVisible(
          model.incoming(one, one.startsWith('/_/pages/') ? 'page' : 'pageData', '/_/routes/'),
        )[0],
  )
  return new Set([...line.flatMap((one) => partsOf(model, one)), ...model.onlyVisible(routes)])
}

/** Returns the target of a route for a reader who may follow it. */
export const expectedResponse = (model: AccessModel, route: string) => {
  const { redirectPath, pageData, page } = expectedLinks(model, route)
  const entity = (pageData ?? page) as string | undefined
  if (redirectPath) return { status: 308, entity }
  const isStuck = !entity && model.outgoing(route, 'redirect').length > 0
  return { status: isStuck ? 'refused' : 200, entity }
}
