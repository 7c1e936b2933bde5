/** Creates the pages, components and routes of the demo through the store. */
import type { Iri } from '#content/model/iri.ts'
import type { Body } from '../store/read/read-result.ts'
import type { Features } from '../startup/features.ts'
import type { Store, AuthorizedMutations } from '../store/store.ts'

export type ComponentContent = { endpoint: Iri } & Record<string, unknown>

/** Returns the content as a draft. */
export const draft = (content: ComponentContent): ComponentContent => ({
  ...content,
  publishedAt: null,
})

export const title = (value: string): ComponentContent => ({
  endpoint: '/component/titles',
  title: value,
})
export const text = (html: string): ComponentContent => ({
  endpoint: '/component/html_contents',
  html,
})

interface ContentBuilderOptions {
  writes: AuthorizedMutations
  types: Store['types']
  publishedAt: string
  /** Stores files; without it there are no images. */
  storingFiles: Features['storingFiles'] | undefined
}

/** Returns functions that create content. Everything is published, in one layout with one menu. */
export const createContentBuilder = async ({
  writes,
  types,
  publishedAt,
  storingFiles,
}: ContentBuilderOptions) => {
  const make = async (endpoint: Iri, body: Body) => {
    const create = (ready: Body) => writes.create(endpoint, ready)
    const hasFile = storingFiles && body['file'] !== undefined
    const { resource } = hasFile
      ? await storingFiles(types.byEndpoint(endpoint)!, body, create)
      : await create(body)
    return resource['@id']
  }
  const canStore = ({ file }: Body) => file === undefined || storingFiles !== undefined
  const positionAt = (group: Iri, at: number) => [{ componentGroup: group, sortValue: at * 10 }]
  const createGroup = (name: string, owner: Iri, about: Body) =>
    make('/_/component_groups', { reference: `${name}_${owner}`, location: owner, ...about })

  const linksOnly = ['/component/navigation_links']
  const layout = await make('/_/layouts', { reference: 'main', uiComponent: 'CwaLayoutPrimary' })
  const menu = await createGroup('top', layout, {
    layouts: [layout],
    allowedComponents: linksOnly,
  })
  await createGroup('bottom', layout, { layouts: [layout], allowedComponents: linksOnly })
  let links = 0

  return {
    make,
    makeGroup: createGroup,
    /** Creates a component outside of any group, as page data refers to; null when its file cannot be stored. */
    component: async ({ endpoint, ...data }: ComponentContent) =>
      canStore(data) ? make(endpoint, { publishedAt, ...data }) : null,
    route: (path: string, name: string, to: Body) => make('/_/routes', { path, name, ...to }),

    /** Creates a page with one group of components, or of positions that page data fills. */
    async page(
      about: Body,
      content: readonly (ComponentContent | { pageDataProperty: string })[],
      pageDataClass?: string,
    ) {
      const page = await make('/_/pages', {
        layout,
        isTemplate: pageDataClass !== undefined,
        uiComponent: 'PrimaryPageTemplate',
        ...about,
      })
      const group = await createGroup('primary', page, { pages: [page] })
      for (const [at, part] of content.entries()) {
        if ('pageDataProperty' in part) {
          const [place] = positionAt(group, at)
          await make('/_/component_positions', { ...place, ...part, pageDataClass })
        } else if (canStore(part)) {
          const { endpoint, ...data } = part as ComponentContent
          await make(endpoint, { publishedAt, ...data, componentPositions: positionAt(group, at) })
        }
      }
      return page
    },

    async link(label: string, route: Iri, group = menu) {
      const componentPositions = positionAt(group, links)
      links += 1
      await make('/component/navigation_links', { label, route, publishedAt, componentPositions })
    },
  }
}

export type ContentBuilder = Awaited<ReturnType<typeof createContentBuilder>>
