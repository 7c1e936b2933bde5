/** Whom a write is told to, and what they are told (api, section 7). */
import { randomUUID } from 'node:crypto'
import { type Iri, prefixes, typeOf } from '#content/iri.ts'
import type { Access } from './access.ts'
import type { Facts, Row } from './facts.ts'
import { isLive } from './lookup.ts'
import type { Present } from './present.ts'
import { redirectEnd } from './redirects.ts'
import type { Shapes } from './shapes.ts'
import { visitorView } from './view.ts'
import type { Touch, Work } from './work.ts'

/** What came of a transaction, for those outside it. */
export interface Telling {
  changed: readonly Iri[]
  /** Whether there is anything for the hub. */
  hasTold: boolean
}

interface Frame {
  topic: string
  private: number
  data: string
}

/** What page data and the positions of its template have in common: `…BlogArticleData#htmlContent`. */
export const bindingIri = (type: string, property: string): Iri =>
  `/_/page_data_metadatas/${type}#${property}`

/** Dynamic positions that show a property of page data. */
const boundPositions = (facts: Facts, pageData: Iri, property: string): Iri[] => {
  const row = facts.row(pageData)
  return row ? facts.in(bindingIri(row.type, property), 'binding').map(({ from }) => from) : []
}

/** Whose answer changes with this resource, beyond those it is linked with. */
const echoes = (facts: Facts, shapes: Shapes, iri: Iri): Iri[] => {
  switch (typeOf(iri)) {
    case 'COMPONENT':
      return facts
        .in(iri)
        .filter(({ from }) => from.startsWith(prefixes.PAGE_DATA))
        .flatMap(({ from, property }) => [from, ...boundPositions(facts, from, property)])
    case 'PAGE_DATA': {
      const components = Object.keys(shapes.of(iri)?.data?.components ?? {})
      return components.flatMap((property) => boundPositions(facts, iri, property))
    }
    case 'ROUTE': {
      const end = redirectEnd(facts, iri)
      return end === iri ? [] : [end, ...facts.out(iri, 'redirect').map(({ to }) => to)]
    }
    default:
      return []
  }
}

export const createFrames = (shapes: Shapes, access: Access, present: Present) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(shapes.ofType(row.type)?.isPublishable) && !isLive(row, now)

  const deleted = (row: Row, now: string): Frame => {
    // One that goes because it is being published was a draft until this moment.
    const draft = row.dueAt !== null || isDraft(row, now)
    return {
      topic: draft ? `${row.iri}?draft=1` : row.iri,
      private: draft ? 1 : 0,
      data: JSON.stringify({ '@id': row.iri }),
    }
  }

  /** Drafts go to those who may see them; so does what no visitor could read. */
  const told = (facts: Facts, row: Row, now: string): Frame => {
    const visitor = visitorView(now)
    const draft = isDraft(row, now)
    const isSecret =
      draft || (row.type !== 'SiteConfigParameter' && !access.mayRead(facts, row, visitor))
    const view = { ...visitor, drafts: draft }
    const context = `/contexts/${row.type}`
    return {
      topic: draft ? `${row.iri}?draft=1` : row.iri,
      private: isSecret ? 1 : 0,
      data: JSON.stringify({ '@context': context, ...present(facts, row, view) }),
    }
  }

  /** What would no longer be answered as it was. */
  const changes = (facts: Facts, work: Work) => {
    const touched = [...work.touched.keys()]
    const changed = new Set<Iri>([...touched, ...work.affected])
    for (const iri of touched) for (const echo of echoes(facts, shapes, iri)) changed.add(echo)
    return [...changed]
  }

  const frames = (facts: Facts, work: Work, changed: readonly Iri[]): Frame[] => {
    const touchOf = (iri: Iri): Touch => work.touched.get(iri) ?? 'updated'
    const order: Touch[] = ['created', 'updated', 'deleted']
    return order.flatMap((touch) =>
      changed.flatMap((iri) => {
        if (touchOf(iri) !== touch) return []
        const row = touch === 'deleted' ? work.before.get(iri) : facts.row(iri)
        if (!row || !shapes.ofType(row.type)?.isLive) return []
        return [touch === 'deleted' ? deleted(row, work.now) : told(facts, row, work.now)]
      }),
    )
  }

  /** Appends what this transaction has to tell. */
  return async (work: Work): Promise<Telling> => {
    const changed = await work.ask((facts) => changes(facts, work))
    const found = await work.ask((facts) => frames(facts, work, changed))
    if (!found.length) return { changed, hasTold: false }
    const events = found.map((frame) => ({ ...frame, uuid: randomUUID(), created_at: work.now }))
    await work.tx.insertInto('event').values(events).execute()
    return { changed, hasTold: true }
  }
}
