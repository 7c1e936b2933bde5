/** Every write is a change: what was meant, the requests that do it, and the requests that take it back. */
import { type Iri, iriTypeOf } from '../model/iri.ts'
import {
  draftOf,
  isLive,
  liveOf,
  overwriteBody,
  positionsOfComponent,
} from '../model/component-versions.ts'
import { sortedPositionsIn } from './sort-value.ts'
import { planRemoval, recreateAsDraft } from './plan-removal.ts'
import type { ComponentPosition, ReadResource, Resource } from '../model/resource.ts'
import { isDeepEqual } from '../model/deep-equal.ts'

/** What somebody meant to do, before anyone knows how it is sent. */
export type Intent =
  | {
      kind: 'set'
      iri: Iri
      property: string
      value: unknown
      /** What it said when they began; where it says something else by now, somebody else has changed it. */
      stored?: unknown
      /** Saves of one session of typing are one step of undo. */
      session?: string
    }
  | { kind: 'publish'; iri: Iri }
  | { kind: 'delete'; iri: Iri }
  /** Gives a position the place that another one has now. */
  | { kind: 'move'; position: Iri; to: Iri }
  | {
      kind: 'add'
      /** The collection: `/component/titles`. */
      endpoint: string
      data: Record<string, unknown>
      group: Iri
      sortValue: number
      /** Null for kinds without drafts. */
      publish: boolean | null
    }

/** One request of a change. */
export interface Step {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** What is written; for POST the collection. */
  iri: Iri
  /** Which of two twins, where that matters. */
  published?: boolean
  body?: Record<string, unknown>
  ifMatch?: string
  /** What others call the answer: a name for something new, or something that is gone and made again. */
  creates?: { iri: Iri; position?: Iri }
  /** Means what had this IRI before the change began, not what the change has made in its place. */
  targetsOriginal?: boolean
  /** Means what has this IRI, whatever else it may stand for. */
  exactIri?: boolean
  /** The place it gets by the order there is when it is sent; its body says the number where that fits. */
  sortIndex?: { group: Iri; index: number }
  /** With DELETE: what is seen where the deleted resource was. */
  leaves?: Iri
}

export interface Plan {
  steps: Step[]
  /** Empty where it cannot be taken back. */
  inverse: Step[]
  /** What to read again afterwards, done or taken back; what is gone by then is left out. */
  refresh: string[]
  /** And these when it is taken back: who may have to make room again. */
  refreshBack?: string[]
}

export interface Change extends Plan {
  id: string
  intent: Intent
}

/** What came of a change: the resource as it is stored now, or null where it was deleted. */
export interface ChangeResult {
  resource: Resource | null
  /** The IRI that answered when it is not the one that was asked: a draft was made, or one was published. */
  replaced?: { from: Iri; to: Iri }
}

interface PlanContext {
  read: ReadResource
  etag: (iri: Iri) => string | undefined
  /** Unlike that of any other change. */
  id: string
  /** ISO UTC. */
  now: string
}

/** The requests that do what was meant, and those that take it back, from what is known now. */
export function planChange(intent: Intent, { read, etag, id, now }: PlanContext): Change {
  const plan = planIntent(intent, { read, newIri: `new:${id}`, now })
  const steps = plan.steps.map((step) => {
    const version = step.method === 'POST' ? undefined : etag(step.iri)
    return version === undefined ? step : { ...step, ifMatch: version }
  })
  return { ...plan, id, intent, steps, refresh: [...new Set(plan.refresh)] }
}

/** What an edit is written to: the draft where there is one, whoever made it. */
export const draftOrLive = (iri: Iri, read: ReadResource) => read(draftOf(iri, read) ?? iri)

/** Whether somebody else has changed what was typed over, and it is known by now. */
export const isOutdated = (intent: Intent, read: ReadResource) =>
  intent.kind === 'set' &&
  'stored' in intent &&
  [intent.stored, intent.value].every(
    (value) =>
      !isDeepEqual(value ?? null, draftOrLive(intent.iri, read)?.[intent.property] ?? null),
  )

interface PlanInput {
  read: ReadResource
  /** What something new is called until it has a name of its own. */
  newIri: Iri
  now: string
}

const planIntent = (intent: Intent, known: PlanInput): Plan => {
  switch (intent.kind) {
    case 'set':
      return planSet(intent, known)
    case 'publish':
      return planPublish(intent.iri, known)
    case 'delete':
      return planRemoval(intent.iri, known.read)
    case 'move':
      return planMove(intent, known)
    case 'add':
      return planAdd(intent, known)
  }
}

type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** The first edit of something live makes a draft of it; taken back, there is none. */
const planSet = (
  { iri: asked, property, value }: IntentOf<'set'>,
  { read, newIri }: PlanInput,
): Plan => {
  const iri = draftOf(asked, read) ?? asked
  const resource = read(iri)
  const body = { [property]: value ?? null }
  if (iriTypeOf(iri) === 'COMPONENT' && isLive(resource)) {
    return {
      steps: [{ method: 'PATCH', iri, body, creates: { iri: newIri } }],
      inverse: [{ method: 'DELETE', iri: newIri, published: false, leaves: iri }],
      refresh: [publishedUrl(iri), ...positionsOfComponent(iri, read)],
    }
  }
  return {
    steps: [{ method: 'PATCH', iri, body }],
    inverse: [{ method: 'PATCH', iri, body: { [property]: resource?.[property] ?? null } }],
    refresh: [],
  }
}

/**
 * Nothing is ever unpublished (api, section 6). What was live before is written over what is, beside a draft that says
 * what was published; where nothing was live, a new draft takes the places of what is.
 */
const planPublish = (asked: Iri, { read, now }: PlanInput): Plan => {
  const iri = draftOf(asked, read) ?? asked
  const live = liveOf(iri, read)
  const draft = read(iri)
  const liveComponent = live && live !== iri ? read(live) : undefined
  const steps: Step[] = [{ method: 'PATCH', iri, body: { publishedAt: now } }]
  const refresh = positionsOfComponent(iri, read)
  if (!draft || isLive(draft)) return { steps: [], inverse: [], refresh: [] }
  if (!liveComponent) return { steps, inverse: recreateAsDraft(iri, read), refresh }
  const inverse: Step[] = [
    {
      method: 'PATCH',
      iri: liveComponent['@id'],
      published: true,
      body: overwriteBody(liveComponent, draft),
    },
    {
      method: 'PATCH',
      iri: liveComponent['@id'],
      body: overwriteBody(draft, liveComponent),
      creates: { iri },
    },
  ]
  return { steps, inverse, refresh: [publishedUrl(liveComponent['@id']), ...refresh] }
}

const planMove = ({ position, to }: IntentOf<'move'>, { read }: PlanInput): Plan => {
  const movedPosition = read(position) as ComponentPosition | undefined
  const targetPosition = read(to) as ComponentPosition | undefined
  if (!movedPosition || !targetPosition) return { steps: [], inverse: [], refresh: [] }
  const group = movedPosition.componentGroup
  const positions = sortedPositionsIn(group, read)
  const indexOf = (iri: Iri) => positions.findIndex((other) => other.iri === iri)
  const [from, target] = [indexOf(position), indexOf(to)]
  const affected = positions.slice(Math.min(from, target), Math.max(from, target) + 1)
  const move = (sortValue: number, index: number): Step[] => [
    { method: 'PATCH', iri: position, body: { sortValue }, sortIndex: { group, index } },
  ]
  return {
    steps: move(targetPosition.sortValue, target),
    inverse: move(movedPosition.sortValue, from),
    refresh: [group, ...affected.map(({ iri }) => iri)],
  }
}

const planAdd = (
  { endpoint, data, group, sortValue, publish }: IntentOf<'add'>,
  { read, newIri, now }: PlanInput,
): Plan => {
  const position = `${newIri}:position`
  const positions = sortedPositionsIn(group, read)
  const following = positions.filter((other) => other.sortValue >= sortValue)
  const step: Step = {
    method: 'POST',
    iri: endpoint,
    body: {
      ...data,
      componentPositions: [{ componentGroup: group, sortValue }],
      ...(publish !== null && { publishedAt: publish ? now : null }),
    },
    sortIndex: { group, index: positions.length - following.length },
    creates: { iri: newIri, position },
  }
  return {
    steps: [step],
    inverse: [{ method: 'DELETE', iri: newIri, published: publish !== false }],
    refresh: [group, ...following.map(({ iri }) => iri), position],
  }
}

/** An editor who asks for a live row by its IRI alone gets its draft. */
export const publishedUrl = (iri: Iri) => `${iri}?published=true`
