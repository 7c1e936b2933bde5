/** Lists as one caller may see them: the rows that match, in parts, each as it would be read by itself. */
import type { Iri } from '#content/iri.ts'
import type { Resource } from '#content/resource.ts'
import type { Viewer } from '../env.ts'
import { problem } from '../problem.ts'
import type { Access } from './access.ts'
import { createCandidates } from './candidates.ts'
import { type Listed, filtersOf } from './collection.ts'
import type { Asked } from './found.ts'
import { createList, pagingOf } from './list.ts'
import { anything } from './noting.ts'
import type { Present } from './present.ts'
import type { Reading } from './reading.ts'
import type { Database } from './schema.ts'
import type { Shape, Shapes } from './shapes.ts'
import { readsAll, viewOf } from './view.ts'

interface ListingOptions {
  db: Database
  shapes: Shapes
  access: Access
  present: Present
  reading: Pick<Reading, 'readAs' | 'now' | 'publishWhatIsDue'>
}

export const createListing = ({ db, shapes, access, present, reading }: ListingOptions) => {
  const list = createList(db)
  const candidatesFor = createCandidates(shapes, access)

  const presentAll = (iris: readonly Iri[], viewer: Viewer, asked: Asked) =>
    reading.readAs(viewer, asked, (facts, view) =>
      iris.flatMap((iri): Resource[] => {
        const row = facts.row(iri)
        // It may have been hidden since it was found.
        return row && access.mayKnow(facts, iri, view) ? [present(facts, row, view)] : []
      }),
    )

  /** What matches and this caller may not read. The rule is too particular for SQL, what it may hold against is not. */
  const hidden = async (shape: Shape, viewer: Viewer, query: URLSearchParams, asked: Asked) => {
    const view = plainView(viewer, asked)
    const candidates = readsAll(view) ? null : candidatesFor(shape, view)
    if (!candidates) return []
    // What may be read of these changes with pages and routes that are not among them.
    if (shape.category === 'PAGE' || shape.category === 'COMPONENT') asked.used?.add(anything)
    const iris = await list.among(candidates, shape, query, view)
    if (!iris.length) return []
    return reading.readAs(viewer, asked, (facts, own) =>
      iris.filter((iri) => !access.mayKnow(facts, iri, own)),
    )
  }

  /** The view of a list as the database is asked for it. What it differs by is found out by `noteDrafts` and by each member. */
  const plainView = (viewer: Viewer, { variance: _, ...asked }: Asked) =>
    viewOf(viewer, reading.now(), asked)

  /** Those who see drafts get a list with them. */
  const noteDrafts = async (shape: Shape, { variance, published }: Asked) => {
    if (!variance || variance.byReader || published || !shape.isPublishable) return
    variance.byReader = await list.hasDrafts(shape, reading.now())
  }

  return async (
    endpoint: Iri,
    viewer: Viewer,
    query: URLSearchParams,
    asked: Asked = {},
  ): Promise<Listed> => {
    const shape = shapes.at(endpoint)
    if (!shape) throw problem(404)
    // What is searched for in another resource is found without looking at the link to it.
    const isFar = shape.search.some((property) => property.includes('.') && query.get(property))
    asked.used?.add(isFar ? anything : endpoint)
    const paging = pagingOf(shape, query)
    await reading.publishWhatIsDue()
    const result = (iris: readonly Iri[], total: number) =>
      presentAll(iris, viewer, asked).then((members) => ({
        iri: endpoint,
        type: shape.type,
        filters: filtersOf(shape),
        total,
        members,
        paging,
      }))
    const except = await hidden(shape, viewer, query, asked)
    const view = plainView(viewer, asked)
    await noteDrafts(shape, asked)
    const { iris, total } = await list.find(shape, query, view, paging, except)
    return result(iris, total)
  }
}

export type Listing = ReturnType<typeof createListing>
