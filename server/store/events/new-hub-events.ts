/** Makes the events that the hub sends about a resource, each for the audience that may read the resource. */
import type { AccessRules } from '../access/read-access.ts'
import type { ReadContext } from '../access/read-context.ts'
import { isLive } from '../graph/row-versions.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Serialize } from '../read/serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { beginningOf } from '../write/publication-dates.ts'
import {
  type Audience,
  type EventAudience,
  audienceReadContext,
  widestAudience,
} from './audience.ts'

/** An event before it is appended to the event log, which gives it ids (`HubEvent`). */
export interface NewHubEvent {
  /** The IRI of the resource, with `?draft=1` for a draft. */
  topic: string
  /** The viewers who may receive it: those who could read the resource. */
  audience: EventAudience
  /** The resource as JSON, or its `@id` alone when it was deleted. */
  data: string
}

/** Returns the data of an event: the resource as JSON, serialized for a viewer. */
export const eventData = (
  serialize: Serialize,
  graph: ResourceGraph,
  row: Row,
  readContext: ReadContext,
) => JSON.stringify({ '@context': `/contexts/${row.type}`, ...serialize(graph, row, readContext) })

/** Creates the predicates that tell drafts from what visitors may see. */
export const createDraftTests = (types: TypeRegistry) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(types.byName(row.type)?.isPublishable) && !isLive(row, now)

  /** True when a row was a draft before this transaction, which publishes drafts that are due. */
  const wasDraft = (row: Row, now: string) => beginningOf(row) !== null || isDraft(row, now)

  return { isDraft, wasDraft }
}

const topicOf = ({ iri }: Row, draft: boolean) => (draft ? `${iri}?draft=1` : iri)

/** Returns the audience of an event about a resource: editors only, or all who can read it. */
const audienceOfEvent = (
  access: AccessRules,
  graph: ResourceGraph,
  { iri }: Row,
  { now, isForEditors }: { now: string; isForEditors: boolean },
): Audience =>
  isForEditors
    ? 'editor'
    : widestAudience(now, (readContext) => access.isVisible(graph, iri, readContext))

/** Creates the functions that make the events about changed and deleted resources. */
export const createEventBuilder = (
  types: TypeRegistry,
  access: AccessRules,
  serialize: Serialize,
) => {
  const { isDraft, wasDraft } = createDraftTests(types)

  /**
   * Returns the event of a deletion, for those who could read the resource: even its IRI is secret to
   * others.
   */
  const deletionEvent = (before: ResourceGraph, row: Row, now: string): NewHubEvent => {
    const draft = wasDraft(row, now)
    return {
      topic: topicOf(row, draft),
      audience: audienceOfEvent(access, before, row, { now, isForEditors: draft }),
      data: JSON.stringify({ '@id': row.iri }),
    }
  }

  /**
   * Returns the event about a resource for those who may read it, serialized for the least privileged among
   * them.
   */
  const eventFor = (
    graph: ResourceGraph,
    row: Row,
    now: string,
    isForEditors: boolean,
  ): NewHubEvent => {
    const audience = audienceOfEvent(access, graph, row, { now, isForEditors })
    return {
      topic: topicOf(row, isDraft(row, now)),
      audience,
      data: eventData(serialize, graph, row, audienceReadContext(audience, now)),
    }
  }

  return { deletionEvent, eventFor }
}
