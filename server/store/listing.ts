/** Lists as one caller may see them: the rows that match, in parts, each as it would be read by itself. */
import type { Iri } from '#content/iri.ts'
import type { Resource } from '#content/resource.ts'
import type { Viewer } from '../env.ts'
import { problem } from '../problem.ts'
import type { Access } from './access.ts'
import { type Listed, filtersOf } from './collection.ts'
import type { Asked } from './found.ts'
import { type Paging, createList, pagingOf } from './list.ts'
import { anything, noting } from './noting.ts'
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
  reading: Pick<Reading, 'read' | 'now' | 'publishWhatIsDue'>
}

/** Of pages and routes a visitor sees those that are readable: too particular a rule for SQL. */
const hasReadRule = ({ category }: Shape) =>
  category === 'PAGE' || category === 'PAGE_DATA' || category === 'ROUTE'

const partOf = (iris: readonly Iri[], paging: Paging | null) =>
  paging ? iris.slice((paging.page - 1) * paging.perPage, paging.page * paging.perPage) : iris

export const createListing = ({ db, shapes, access, present, reading }: ListingOptions) => {
  const list = createList(db)

  const presentAll = (iris: readonly Iri[], viewer: Viewer, asked: Asked) =>
    reading.read((known, now) => {
      const facts = noting(known, asked.used)
      const view = viewOf(viewer, now, asked)
      return iris.flatMap((iri): Resource[] => {
        const row = facts.row(iri)
        return row ? [present(facts, row, view)] : []
      })
    })

  const readable = async (shape: Shape, viewer: Viewer, query: URLSearchParams, asked: Asked) => {
    const { iris } = await list.find(shape, query, viewOf(viewer, reading.now(), asked), null)
    return reading.read((known, now) => {
      const facts = noting(known, asked.used)
      return iris.filter((iri) => {
        const row = facts.row(iri)
        return row && access.mayRead(facts, row, viewOf(viewer, now, asked))
      })
    })
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
    const view = viewOf(viewer, reading.now(), asked)
    if (hasReadRule(shape) && !readsAll(view)) {
      const all = await readable(shape, viewer, query, asked)
      return result(partOf(all, paging), all.length)
    }
    const { iris, total } = await list.find(shape, query, view, paging)
    return result(iris, total)
  }
}

export type Listing = ReturnType<typeof createListing>
