/** Every write is a change: what was meant, the requests that do it, and the requests that take it back. */
import { type Iri, typeOf } from './iri.ts'
import { draftOf, isLive, liveOf, overwrite, placesOf } from './placed.ts'
import { placedIn } from './placing.ts'
import { planRemoval, remakeInPlace } from './removal.ts'
import type { ComponentPosition, Read, Resource } from './resource.ts'
import { isSame } from './same.ts'

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
  makes?: { iri: Iri; position?: Iri }
  /** Means what had this IRI before the change began, not what the change has made in its place. */
  former?: boolean
  /** Means what has this IRI, whatever else it may stand for. */
  literal?: boolean
  /** The place it gets by the order there is when it is sent; its body says the number where that fits. */
  at?: { group: Iri; index: number }
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
export interface Saved {
  resource: Resource | null
  /** The IRI that answered when it is not the one that was asked: a draft was made, or one was published. */
  replaced?: { from: Iri; to: Iri }
}

interface Circumstances {
  read: Read
  etag: (iri: Iri) => string | undefined
  /** Unlike that of any other change. */
  id: string
  /** ISO UTC. */
  now: string
}

/** The requests that do what was meant, and those that take it back, from what is known now. */
export function changeOf(intent: Intent, { read, etag, id, now }: Circumstances): Change {
  const plan = planOf(intent, { read, name: `new:${id}`, now })
  const steps = plan.steps.map((step) => {
    const version = step.method === 'POST' ? undefined : etag(step.iri)
    return version === undefined ? step : { ...step, ifMatch: version }
  })
  return { ...plan, id, intent, steps, refresh: [...new Set(plan.refresh)] }
}

/** What an edit is written to: the draft where there is one, whoever made it. */
export const edited = (iri: Iri, read: Read) => read(draftOf(iri, read) ?? iri)

/** Whether somebody else has changed what was typed over, and it is known by now. */
export const isOutdated = (intent: Intent, read: Read) =>
  intent.kind === 'set' &&
  'stored' in intent &&
  [intent.stored, intent.value].every(
    (value) => !isSame(value ?? null, edited(intent.iri, read)?.[intent.property] ?? null),
  )

interface Known {
  read: Read
  /** What something new is called until it has a name of its own. */
  name: Iri
  now: string
}

const planOf = (intent: Intent, known: Known): Plan => {
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

type Of<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** The first edit of something live makes a draft of it; taken back, there is none. */
const planSet = ({ iri: asked, property, value }: Of<'set'>, { read, name }: Known): Plan => {
  const iri = draftOf(asked, read) ?? asked
  const resource = read(iri)
  const body = { [property]: value ?? null }
  if (typeOf(iri) === 'COMPONENT' && isLive(resource)) {
    return {
      steps: [{ method: 'PATCH', iri, body, makes: { iri: name } }],
      inverse: [{ method: 'DELETE', iri: name, published: false, leaves: iri }],
      refresh: [asLive(iri), ...placesOf(iri, read)],
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
const planPublish = (asked: Iri, { read, now }: Known): Plan => {
  const iri = draftOf(asked, read) ?? asked
  const live = liveOf(iri, read)
  const draft = read(iri)
  const twin = live && live !== iri ? read(live) : undefined
  const steps: Step[] = [{ method: 'PATCH', iri, body: { publishedAt: now } }]
  const refresh = placesOf(iri, read)
  if (!draft || isLive(draft)) return { steps: [], inverse: [], refresh: [] }
  if (!twin) return { steps, inverse: remakeInPlace(iri, read), refresh }
  const inverse: Step[] = [
    { method: 'PATCH', iri: twin['@id'], published: true, body: overwrite(twin, draft) },
    { method: 'PATCH', iri: twin['@id'], body: overwrite(draft, twin), makes: { iri } },
  ]
  return { steps, inverse, refresh: [asLive(twin['@id']), ...refresh] }
}

const planMove = ({ position, to }: Of<'move'>, { read }: Known): Plan => {
  const moved = read(position) as ComponentPosition | undefined
  const holder = read(to) as ComponentPosition | undefined
  if (!moved || !holder) return { steps: [], inverse: [], refresh: [] }
  const group = moved.componentGroup
  const order = placedIn(group, read)
  const place = (iri: Iri) => order.findIndex((other) => other.iri === iri)
  const [from, until] = [place(position), place(to)]
  const passed = order.slice(Math.min(from, until), Math.max(from, until) + 1)
  const move = (sortValue: number, index: number): Step[] => [
    { method: 'PATCH', iri: position, body: { sortValue }, at: { group, index } },
  ]
  return {
    steps: move(holder.sortValue, until),
    inverse: move(moved.sortValue, from),
    refresh: [group, ...passed.map(({ iri }) => iri)],
  }
}

const planAdd = (
  { endpoint, data, group, sortValue, publish }: Of<'add'>,
  { read, name, now }: Known,
): Plan => {
  const position = `${name}:position`
  const order = placedIn(group, read)
  const later = order.filter((other) => other.sortValue >= sortValue)
  const step: Step = {
    method: 'POST',
    iri: endpoint,
    body: {
      ...data,
      componentPositions: [{ componentGroup: group, sortValue }],
      ...(publish !== null && { publishedAt: publish ? now : null }),
    },
    at: { group, index: order.length - later.length },
    makes: { iri: name, position },
  }
  return {
    steps: [step],
    inverse: [{ method: 'DELETE', iri: name, published: publish !== false }],
    refresh: [group, ...later.map(({ iri }) => iri), position],
  }
}

/** An editor who asks for a live row by its IRI alone gets its draft. */
export const asLive = (iri: Iri) => `${iri}?published=true`
