/** Creates the pages, components and routes of the demo through the store. */
import type { Iri } from '#content/model/iri.ts'
import type { Body } from '../store/read/read-result.ts'
import type { Media } from '../media/media.ts'
import type { Store, AuthorizedMutations } from '../store/store.ts'

export type ComponentContent = { endpoint: Iri } & Record<string, unknown>

/** Returns the content as a draft. */
export const draft = (content: ComponentContent): ComponentContent => ({
  ...content,
  publishedAt: null,
})

/** Returns the content of a heading. */
export const title = (value: string): ComponentContent => ({
  endpoint: '/component/titles',
  title: value,
})

/** Returns the content of a text. */
export const text = (html: string): ComponentContent => ({
  endpoint: '/component/html_contents',
  html,
})

interface ContentBuilderOptions {
  mutations: AuthorizedMutations
  types: Store['types']
  publishedAt: string
  /** Stores the files in a body. Without it there are no images. */
  withStoredFiles: Media['withStoredFiles'] | undefined
}

/** Returns a function that creates a resource, with its file. */
const resourceCreator =
  ({ mutations, types, withStoredFiles }: ContentBuilderOptions) =>
  async (endpoint: Iri, body: Body) => {
    const create = (ready: Body) => mutations.create(endpoint, ready)
    const hasFile = withStoredFiles && body['file'] !== undefined
    const { resource } = hasFile
      ? await withStoredFiles(types.byEndpoint(endpoint)!, body, create)
      : await create(body)
    return resource['@id']
  }

type CreateResource = ReturnType<typeof resourceCreator>

const positionAt = (group: Iri, at: number) => [{ componentGroup: group, sortValue: at * 10 }]

const createGroupBuilder =
  (createResource: CreateResource) => (name: string, owner: Iri, about: Body) =>
    createResource('/_/component_groups', {
      reference: `${name}_${owner}`,
      location: owner,
      ...about,
    })

interface PageBuilder {
  createResource: CreateResource
  canStore: (data: Body) => boolean
  createGroup: ReturnType<typeof createGroupBuilder>
  layout: Iri
  publishedAt: string
}

/** Returns a function that creates a page with one group of components, or of positions that page data fills. */
const createPage =
  ({ createResource, canStore, createGroup, layout, publishedAt }: PageBuilder) =>
  async (
    about: Body,
    content: readonly (ComponentContent | { pageDataProperty: string })[],
    pageDataClass?: string,
  ) => {
    const page = await createResource('/_/pages', {
      layout,
      isTemplate: pageDataClass !== undefined,
      uiComponent: 'PrimaryPageTemplate',
      ...about,
    })
    const group = await createGroup('primary', page, { pages: [page] })
    for (const [at, part] of content.entries()) {
      if ('pageDataProperty' in part) {
        const [position] = positionAt(group, at)
        await createResource('/_/component_positions', { ...position, ...part, pageDataClass })
      } else if (canStore(part)) {
        const { endpoint, ...data } = part as ComponentContent
        await createResource(endpoint, {
          publishedAt,
          ...data,
          componentPositions: positionAt(group, at),
        })
      }
    }
    return page
  }

/** Creates the layout with its menus; returns it with the one at the top. */
const createLayout = async (
  createResource: CreateResource,
  createGroup: PageBuilder['createGroup'],
) => {
  const layout = await createResource('/_/layouts', {
    reference: 'main',
    uiComponent: 'CwaLayoutPrimary',
  })
  const links = { layouts: [layout], allowedComponents: ['/component/navigation_links'] }
  const menu = await createGroup('top', layout, links)
  await createGroup('bottom', layout, links)
  return { layout, menu }
}

/** Returns functions that create content. All of it is published, in one layout with one menu. */
export const createContentBuilder = async (options: ContentBuilderOptions) => {
  const { publishedAt, withStoredFiles } = options
  const createResource = resourceCreator(options)
  const createGroup = createGroupBuilder(createResource)
  const canStore = ({ file }: Body) => file === undefined || withStoredFiles !== undefined
  const { layout, menu } = await createLayout(createResource, createGroup)
  let links = 0

  return {
    createResource,
    createGroup,
    /** Creates a component outside of any group, for page data; resolves to null when its file cannot be stored. */
    component: async ({ endpoint, ...data }: ComponentContent) =>
      canStore(data) ? createResource(endpoint, { publishedAt, ...data }) : null,
    route: (path: string, name: string, to: Body) =>
      createResource('/_/routes', { path, name, ...to }),

    page: createPage({ createResource, canStore, createGroup, layout, publishedAt }),

    async link(label: string, route: Iri, group = menu) {
      const componentPositions = positionAt(group, links)
      links += 1
      await createResource('/component/navigation_links', {
        label,
        route,
        publishedAt,
        componentPositions,
      })
    },
  }
}

export type ContentBuilder = Awaited<ReturnType<typeof createContentBuilder>>
