/**
 * Everything the site contains, and the only code that changes it. A write is one transaction that checks the
 * rules, changes the rows and appends the live-update events; `committed` is called after those that appended any.
 */
import type { Iri } from '#content/iri.ts'
import type { Kinds } from '#site/kinds.ts'
import type { Viewer } from '../env.ts'
import { type RouteRule, createAccess, defaultRules } from './access.ts'
import { createAnswer } from './answer.ts'
import { createDrafts } from './drafts.ts'
import { createEmbedding } from './embedding.ts'
import { createFrames } from './events.ts'
import type { Row } from './facts.ts'
import type { Body, WriteOptions } from './found.ts'
import { createKept } from './kept.ts'
import { createListing } from './listing.ts'
import { createMoving } from './moving.ts'
import { createPresent } from './present.ts'
import { createReading } from './reading.ts'
import { type Revision, unchanging } from './revision.ts'
import { createReplacement } from './replacement.ts'
import { createSave } from './save.ts'
import type { Database } from './schema.ts'
import { type Feature, createShapes } from './shapes.ts'
import { createTransactions } from './transactions.ts'
import type { Work } from './work.ts'
import { createWriter } from './write.ts'
import { type Writes, createWrites } from './writes.ts'

export interface StoreOptions {
  kinds: Kinds
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Called after every transaction that has something to tell the hub. */
  committed?: () => void
  /** Called with what has changed, before whoever changed it is answered. */
  touched?: (iris: readonly Iri[]) => void
  /** Where others may write too: what they have written shows in it. */
  revision?: Revision
  /** Which paths only some may see. */
  rules?: readonly RouteRule[]
  features?: readonly Feature[]
  /** What rows were before a write changed or deleted them; called once that is certain. */
  replaced?: (rows: readonly Row[]) => Promise<void> | void
}

export const createStore = (
  db: Database,
  {
    kinds,
    clock = Date.now,
    committed = () => {},
    touched = () => {},
    revision = unchanging,
    rules = defaultRules,
    features = [],
    replaced = () => {},
  }: StoreOptions,
) => {
  const shapes = createShapes(kinds, features)
  const access = createAccess(shapes, rules)
  const present = createPresent(shapes, access)
  const answer = createAnswer(shapes, present)
  const drafts = createDrafts(shapes)
  const save = createSave(shapes)
  const writer = createWriter(shapes, save, drafts, createMoving(shapes, save))
  const writesOf = createWrites(shapes, writer, answer)
  const { tell, frameOf } = createFrames(shapes, access, present)
  const now = () => new Date(clock()).toISOString()

  /** When the next scheduled draft is due, if any is scheduled. */
  const nextDue = async () => {
    const next = await db
      .selectFrom('resource')
      .select('due_at')
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return next?.due_at ?? null
  }
  const kept = createKept({ clock, nextDue, revision })

  const commit = createTransactions({
    db,
    now,
    prepare: drafts.publishDue,
    tell,
    committed: ({ changed, hasTold }) => {
      kept.clear()
      touched(changed)
      if (hasTold) committed()
    },
  })
  const transaction = async <Result>(change: (work: Work) => Promise<Result>): Promise<Result> => {
    const { result, before } = await commit(change)
    if (before.length) await replaced(before)
    return result
  }
  /** Several writes that happen all together or not at all. */
  const together = <Result>(viewer: Viewer, change: (writes: Writes) => Promise<Result>) =>
    transaction((work) => change(writesOf(work, viewer)))

  const publishDue = () => transaction(async () => {})
  const reading = createReading({ db, shapes, access, present, answer, now, publishDue })
  const list = createListing({ db, shapes, access, present, reading })
  const embedding = createEmbedding(shapes, list, reading.get)

  return {
    shapes,
    access,
    publishDue,
    nextDue,

    /** For those who replace all content at once, in a transaction of their own. */
    replacement: createReplacement(shapes, frameOf, now),

    /** For what a visitor is answered: the same for all of them, until something changes. */
    kept,

    get: embedding.get(reading.get),
    page: embedding.page(reading.page),
    list: embedding.list(list),
    manifest: reading.manifest,
    flatManifest: reading.flatManifest,
    usage: reading.usage,
    messagesToday: reading.messagesToday,
    redirects: reading.redirects,
    children: reading.children,

    together,
    create: (endpoint: Iri, body: Body, viewer: Viewer, options: WriteOptions = {}) =>
      together(viewer, (writes) => writes.create(endpoint, body, options)),
    update: (iri: Iri, body: Body, viewer: Viewer, options: WriteOptions = {}) =>
      together(viewer, (writes) => writes.update(iri, body, options)),
    remove: (iri: Iri, viewer: Viewer, options: WriteOptions = {}) =>
      together(viewer, (writes) => writes.remove(iri, options)),
    generateRoute: (body: Body, viewer: Viewer) =>
      together(viewer, (writes) => writes.generateRoute(body)),
  }
}

export type Store = ReturnType<typeof createStore>
/** What other rooms of the server say when they ask. */
export type { Asked } from './found.ts'
export type { Writes } from './writes.ts'
