/** The messages of the hub, and which readers they are for. */
import type { AccessRules } from '../access/read-access.ts'
import type { ReadContext } from '../access/read-context.ts'
import { isLive } from '../graph/row-versions.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Serialize } from '../read/serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import {
  type Audience,
  type EventAudience,
  audienceReadContext,
  widestAudience,
} from './audience.ts'

export interface HubMessage {
  topic: string
  /** The readers who may receive it: those who could read the resource. */
  audience: EventAudience
  data: string
}

/** Returns the body of a hub message: the resource as serialized for a reader. */
export const messageData = (
  serialize: Serialize,
  graph: ResourceGraph,
  row: Row,
  readContext: ReadContext,
) => JSON.stringify({ '@context': `/contexts/${row.type}`, ...serialize(graph, row, readContext) })

/** Tells drafts from what visitors may see. */
export const createDraftTests = (types: TypeRegistry) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(types.byName(row.type)?.isPublishable) && !isLive(row, now)

  /** A due draft is published in this very transaction. */
  const wasDraft = (row: Row, now: string) => row.dueAt !== null || isDraft(row, now)

  return { isDraft, wasDraft }
}

const topicOf = ({ iri }: Row, draft: boolean) => (draft ? `${iri}?draft=1` : iri)

/** Returns who may receive a message about a resource: editors only, or all who can read it. */
const messageAudience = (
  access: AccessRules,
  graph: ResourceGraph,
  { iri }: Row,
  { now, isForEditors }: { now: string; isForEditors: boolean },
): Audience =>
  isForEditors
    ? 'editor'
    : widestAudience(now, (readContext) => access.isVisible(graph, iri, readContext))

/** Creates the messages about written and deleted resources, each with its audience. */
export const createHubMessages = (
  types: TypeRegistry,
  access: AccessRules,
  serialize: Serialize,
) => {
  const { isDraft, wasDraft } = createDraftTests(types)

  /**
   * Returns the message of a deletion, for those who could read the resource: even its IRI is secret to
   * others.
   */
  const deletionMessage = (before: ResourceGraph, row: Row, now: string): HubMessage => {
    const draft = wasDraft(row, now)
    return {
      topic: topicOf(row, draft),
      audience: messageAudience(access, before, row, { now, isForEditors: draft }),
      data: JSON.stringify({ '@id': row.iri }),
    }
  }

  /**
   * Returns the message of a resource for those who may read it, serialized for the least privileged among
   * them.
   */
  const messageFor = (
    graph: ResourceGraph,
    row: Row,
    now: string,
    isForEditors: boolean,
  ): HubMessage => {
    const audience = messageAudience(access, graph, row, { now, isForEditors })
    return {
      topic: topicOf(row, isDraft(row, now)),
      audience,
      data: messageData(serialize, graph, row, audienceReadContext(audience, now)),
    }
  }

  return { deletionMessage, messageFor }
}
