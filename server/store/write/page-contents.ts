/** Lists everything that is on a page, for a copy of it. */
import type { Iri } from '#content/model/iri.ts'
import { groupsOf } from '../graph/groups-of.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { draftOf, liveOf } from '../graph/row-versions.ts'

/** The maximum number of resources that are copied at once, while all other writes wait. */
export const maxCopied = 2_000

export interface PageContents {
  /** The groups, positions and components of the page alone, with the drafts. */
  copied: readonly Row[]
  /** The groups that the page shares with another one, after which they are named. */
  shared: readonly Iri[]
  /** True if there are more than can be copied. */
  isTooMuch: boolean
}

interface CopyOptions {
  /** True if the copy is a template, too: positions that page data fills mean nothing on any other page. */
  isTemplate: boolean
}

/** True for a position that shows nothing unless page data fills it. */
const isPlaceholder = (graph: ResourceGraph, row: Row) =>
  Boolean(row.data['pageDataProperty']) && graph.outgoing(row.iri, 'component').length === 0

/** Returns the versions of a component: the live one and its draft. */
const versionsOf = (graph: ResourceGraph, iri: Iri): Iri[] =>
  [liveOf(graph, iri), iri, draftOf(graph, iri)].flatMap((version) => version ?? [])

const componentsOf = (graph: ResourceGraph, position: Iri) =>
  graph.outgoing(position, 'component').flatMap(({ to }) => versionsOf(graph, to))

/** Returns the positions of a group that a copy has. */
const positionsOf = (graph: ResourceGraph, group: Iri, { isTemplate }: CopyOptions) =>
  graph
    .incoming(group, 'componentGroup')
    .map(({ from }) => from)
    .filter((iri) => {
      const row = graph.row(iri)
      return row && (isTemplate || !isPlaceholder(graph, row))
    })

/** Returns what is on a page: each resource once, owners before what they own. */
export const contentsOf = (graph: ResourceGraph, page: Iri, options: CopyOptions): PageContents => {
  const found = new Map<Iri, Row>()
  const shared = new Set<Iri>()
  const owners: Iri[] = [page]
  const add = (iri: Iri) => {
    const row = graph.row(iri)
    if (!row || found.has(iri)) return false
    found.set(iri, row)
    return true
  }
  for (let owner = owners.shift(); owner !== undefined; owner = owners.shift()) {
    if (found.size > maxCopied) break
    for (const group of groupsOf(graph, owner)) {
      const isOwn = String(graph.row(group)?.data['reference'] ?? '').endsWith(`_${owner}`)
      if (!isOwn) shared.add(group)
      if (!isOwn || !add(group)) continue
      for (const position of positionsOf(graph, group, options)) {
        add(position)
        owners.push(...componentsOf(graph, position).filter(add))
      }
    }
  }
  return { copied: [...found.values()], shared: [...shared], isTooMuch: found.size > maxCopied }
}
