/** A content API small enough to be believed: one group of headings, with drafts, order, cascades and versions. */
import type { Step } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { inSortOrder, insertAt, moveTo } from '#content/model/order.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'

export const group = '/_/component_groups/1'

interface Heading {
  title: string | null
  publishedAt: string | null
  /** On a draft: the live one it will replace. */
  live: Iri | null
}

interface Position {
  component: Iri
  sortValue: number
}

type Body = Record<string, unknown>

/** Creates the model, empty. `send` throws a `Failure` for what the API refuses; `read` returns null for what is missing. */
export function createApiModel() {
  const headings = new Map<Iri, Heading>()
  const positions = new Map<Iri, Position>()
  const versions = new Map<Iri, number>()
  let count = 0

  const fresh = (collection: string): Iri => `${collection}/${(count += 1)}`
  const touch = (iri: Iri) => void versions.set(iri, (versions.get(iri) ?? 0) + 1)
  const etag = (iri: Iri) => `"${iri} ${versions.get(iri) ?? 0}"`
  const draftOf = (iri: Iri) => [...headings].find(([, { live }]) => live === iri)?.[0]
  const positionsOf = (iri: Iri) =>
    [...positions].filter(([, { component }]) => component === iri).map(([position]) => position)
  const sortedPositions = () => [...positions].map(([iri, { sortValue }]) => ({ iri, sortValue }))

  const put = (iri: Iri, sortValue: number) => {
    positions.get(iri)!.sortValue = sortValue
    touch(iri)
  }
  const insert = (component: Iri, requested: number): Iri => {
    const { sortValue, shifted } = insertAt(sortedPositions(), requested)
    for (const neighbor of shifted) put(neighbor.iri, neighbor.sortValue)
    const iri = fresh('/_/component_positions')
    positions.set(iri, { component, sortValue })
    touch(iri)
    return iri
  }

  const shown = (iri: Iri): Resource | null => {
    const heading = headings.get(iri)
    if (heading) {
      const draft = draftOf(iri)
      return {
        '@id': iri,
        '@type': 'Title',
        _metadata: { publishable: { published: heading.publishedAt !== null } },
        ...(heading.title !== null && { title: heading.title }),
        ...(heading.publishedAt !== null && { publishedAt: heading.publishedAt }),
        componentGroups: [],
        componentPositions: positionsOf(iri),
        ...(heading.live && { publishedResource: heading.live }),
        ...(draft && { draftResource: draft }),
      }
    }
    const position = positions.get(iri)
    if (position) {
      return {
        '@id': iri,
        '@type': 'ComponentPosition',
        _metadata: {},
        componentGroup: group,
        component: draftOf(position.component) ?? position.component,
        sortValue: position.sortValue,
      }
    }
    if (iri !== group) return null
    return {
      '@id': group,
      '@type': 'ComponentGroup',
      _metadata: {},
      reference: 'primary_/_/pages/1',
      location: '/_/pages/1',
      componentPositions: inSortOrder(sortedPositions()).map((one) => one.iri),
    }
  }

  /** As an editor asks: a live row is answered with its draft, unless it is asked for by name. */
  const resolve = (iri: Iri, published?: boolean): Iri => {
    const heading = headings.get(iri)
    if (published && heading && heading.publishedAt === null) throw new Failure('notFound')
    const resolved = published ? iri : (draftOf(iri) ?? iri)
    if (!shown(resolved)) throw new Failure('notFound')
    return resolved
  }
  const answer = (iri: Iri): Versioned => ({ resource: shown(iri)!, etag: etag(iri) })

  const patchHeading = (iri: Iri, body: Body, published?: boolean): Versioned => {
    const heading = headings.get(iri)!
    const title = 'title' in body ? (body['title'] as string | null) : heading.title
    const publishes = typeof body['publishedAt'] === 'string'
    if (heading.publishedAt !== null && !published) {
      if (title === heading.title) return answer(iri)
      const draft = fresh('/component/titles')
      headings.set(draft, { title, publishedAt: null, live: iri })
      touch(draft)
      return answer(draft)
    }
    heading.title = title
    touch(iri)
    if (!publishes) return answer(iri)
    if (!heading.live) {
      heading.publishedAt = body['publishedAt'] as string
      return answer(iri)
    }
    const live = headings.get(heading.live)!
    live.title = title
    touch(heading.live)
    headings.delete(iri)
    return answer(heading.live)
  }

  const patchPosition = (iri: Iri, body: Body): Versioned => {
    const { sortValue, shifted } = moveTo(sortedPositions(), iri, body['sortValue'] as number)
    for (const neighbor of shifted) put(neighbor.iri, neighbor.sortValue)
    put(iri, sortValue)
    return answer(iri)
  }

  const post = (collection: Iri, body: Body): Versioned => {
    if (collection === '/_/component_positions')
      return answer(insert(body['component'] as Iri, body['sortValue'] as number))
    const iri = fresh(collection)
    headings.set(iri, {
      title: (body['title'] ?? null) as string | null,
      publishedAt: (body['publishedAt'] ?? null) as string | null,
      live: null,
    })
    touch(iri)
    for (const position of (body['componentPositions'] ?? []) as (Iri | { sortValue: number })[]) {
      if (typeof position !== 'string') insert(iri, position.sortValue)
      else {
        positions.get(position)!.component = iri
        touch(position)
      }
    }
    return answer(iri)
  }

  const remove = (iri: Iri) => {
    const position = positions.get(iri)
    if (position) {
      positions.delete(iri)
      if (positionsOf(position.component).length > 0) return
      headings.delete(draftOf(position.component) ?? '')
      headings.delete(position.component)
      return
    }
    const draft = draftOf(iri)
    for (const one of positionsOf(iri)) {
      if (draft) {
        positions.get(one)!.component = draft
        touch(one)
      } else positions.delete(one)
    }
    if (draft) {
      headings.get(draft)!.live = null
      touch(draft)
    }
    headings.delete(iri)
  }

  return {
    read(request: string): Versioned | null {
      const [iri = '', query] = request.split('?')
      try {
        return answer(resolve(iri, query === 'published=true'))
      } catch {
        return null
      }
    },
    send({ method, iri, body = {}, published, ifMatch }: Step): Versioned | null {
      if (method === 'POST') return post(iri, body)
      const resolved = resolve(iri, published)
      if (ifMatch !== undefined && ifMatch !== etag(resolved)) throw new Failure('conflict')
      if (method === 'DELETE') return remove(resolved) ?? null
      return positions.has(resolved)
        ? patchPosition(resolved, body)
        : patchHeading(resolved, body, published)
    },
    /** All there is, position by position. */
    contents: () =>
      inSortOrder(sortedPositions()).map(({ iri, sortValue }) => {
        const { component } = positions.get(iri)!
        const { title, publishedAt } = headings.get(component)!
        const draft = headings.get(draftOf(component) ?? '')
        return {
          sortValue,
          live: publishedAt === null ? null : title,
          draft: publishedAt === null ? title : (draft?.title ?? null),
        }
      }),
    add: (title: string, publishedAt: string | null, sortValue: number) =>
      post('/component/titles', {
        title,
        publishedAt,
        componentPositions: [{ componentGroup: group, sortValue }],
      }),
    /** Another editor, who knows nothing of our names and versions. */
    editAsSomeoneElse: (iri: Iri, title: string) => patchHeading(resolve(iri), { title }),
  }
}
