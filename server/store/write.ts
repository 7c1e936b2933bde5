/** Creating, changing and deleting: what a request means, by the rules of drafts (api, sections 5 and 6). */
import { cascadeOf } from '#content/cascade.ts'
import type { Iri } from '#content/iri.ts'
import type { Violation } from '#content/resource.ts'
import { problem } from '../problem.ts'
import { type Said, isIri, readBody, wholeBody } from './body.ts'
import type { Drafts } from './drafts.ts'
import type { Facts, Row } from './facts.ts'
import type { Body, WriteOptions } from './found.ts'
import { newId } from './id.ts'
import { isLive, liveOf } from './lookup.ts'
import type { Moving } from './moving.ts'
import { createRouting } from './routing.ts'
import type { Save } from './save.ts'
import type { Shape, Shapes } from './shapes.ts'
import { sentDate } from './view.ts'
import type { Work } from './work.ts'

const isPage = ({ category }: Shape) => category === 'PAGE' || category === 'PAGE_DATA'

/** Of a new component; each is a write of its own, while all others wait. */
const mostPositions = 100

export const createWriter = (
  shapes: Shapes,
  save: Save,
  { shapeOf, fork, merge }: Drafts,
  moving: Moving,
) => {
  const newIri = ({ endpoint }: Shape, now: string): Iri => `${endpoint}/${newId(Date.parse(now))}`

  const create = async (work: Work, shape: Shape, body: Body, options: WriteOptions) => {
    const said = readBody(shape, body)
    const row = await save(work, {
      shape,
      iri: newIri(shape, work.now),
      row: null,
      said,
      publishedAt: said.publishedAt ?? null,
      validatePublished: options.validatePublished ?? false,
    })
    if (shape.category === 'COMPONENT') await placeComponent(work, row, body['componentPositions'])
    if (isPage(shape)) await route(work, row, body['route'])
    return row
  }

  /** New positions for a new component, or positions that are there and show it from now on. */
  const placeComponent = async (work: Work, component: Row, positions: unknown) => {
    if (positions === undefined || positions === null) return
    if (!Array.isArray(positions)) {
      throw problem(400, { detail: '"componentPositions" should be a list.' })
    }
    if (positions.length > mostPositions) {
      throw problem(400, { detail: `"componentPositions" should list at most ${mostPositions}.` })
    }
    const violations: Violation[] = []
    for (const [at, asked] of positions.entries()) {
      const own: Violation[] = []
      await placeOne(work, component, asked, own)
      const path = `componentPositions[${at}]`
      for (const { propertyPath, ...said } of own) {
        violations.push({ ...said, propertyPath: propertyPath ? `${path}.${propertyPath}` : path })
      }
    }
    if (violations.length) throw problem(422, { violations })
  }

  const placeOne = async (work: Work, component: Row, asked: unknown, violations: Violation[]) => {
    const shape = shapes.ofType('ComponentPosition')!
    const isObject = typeof asked === 'object' && asked !== null
    const existing = isObject && '@id' in asked ? asked['@id'] : asked
    const row = isIri(existing) ? await work.ask((facts) => facts.row(existing)) : null
    if (!isObject && row?.type !== shape.type) {
      throw problem(400, { detail: `Invalid IRI "${String(asked).slice(0, 200)}".` })
    }
    const { componentGroup, sortValue } = (isObject ? asked : {}) as Body
    const place = row ? {} : { componentGroup, sortValue: sortValue ?? undefined }
    await save(work, {
      shape,
      iri: row?.iri ?? newIri(shape, work.now),
      row,
      said: readBody(shape, { ...place, component: component.iri }),
      publishedAt: null,
      violations,
    })
  }

  /** Whether a body says anything about a live row that is not so already. */
  const hasEffect = (facts: Facts, row: Row, said: Said) =>
    said.publishedAt !== undefined ||
    Object.entries(said.values).some(
      ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(row.data[name] ?? null),
    ) ||
    Object.entries(said.relations).some(
      ([name, iris]) =>
        JSON.stringify(facts.out(row.iri, name).map(({ to }) => to)) !== JSON.stringify(iris),
    )

  const updateInPlace = (work: Work, row: Row, said: Said, options: WriteOptions) => {
    const isSame =
      !said.publishedAt || !row.publishedAt
        ? said.publishedAt === row.publishedAt
        : sentDate(said.publishedAt) === sentDate(row.publishedAt)
    if (said.publishedAt !== undefined && !isSame) {
      const message = 'The date of what is published cannot be changed.'
      throw problem(422, { violations: [{ propertyPath: 'publishedAt', message }] })
    }
    const { validatePublished = false } = options
    const { publishedAt } = row
    return save(work, {
      shape: shapeOf(row),
      iri: row.iri,
      row,
      said,
      publishedAt,
      validatePublished,
    })
  }

  const updateDraft = async (work: Work, row: Row, said: Said, options: WriteOptions) => {
    const { validatePublished = false } = options
    const publishedAt = said.publishedAt === undefined ? row.publishedAt : said.publishedAt
    const shape = shapeOf(row)
    const draft = await save(work, {
      shape,
      iri: row.iri,
      row,
      said,
      publishedAt,
      validatePublished,
    })
    const live = await work.ask((facts) => {
      const iri = liveOf(facts, row.iri)
      return iri ? facts.row(iri) : null
    })
    return live && isLive(draft, work.now) ? merge(work, draft, live) : draft
  }

  const updateLive = async (work: Work, row: Row, asked: Said, options: WriteOptions) => {
    const said = { ...asked }
    // What is live already cannot be published again.
    if (said.publishedAt && said.publishedAt <= work.now) delete said.publishedAt
    if (!said.violations.length && !(await work.ask((facts) => hasEffect(facts, row, said))))
      return row
    const draft = await fork(work, row)
    return updateDraft(work, draft, said, options)
  }

  const update = async (work: Work, row: Row, body: Body, options: WriteOptions) => {
    const shape = shapeOf(row)
    const said = readBody(shape, options.isWhole ? wholeBody(shape, body) : body)
    if (!shape.isPublishable || options.published) {
      const updated = await updateInPlace(work, row, said, options)
      if (shape.type === 'Route') {
        await moving.follow(work, row, updated, said.wishes.has('cascadeChildPaths'))
      }
      if (isPage(shape)) await route(work, updated, body['route'])
      return updated
    }
    return isLive(row, work.now)
      ? updateLive(work, row, said, options)
      : updateDraft(work, row, said, options)
  }

  const remove = async (work: Work, iri: Iri) => {
    const { removed, repointed } = await work.ask((facts) =>
      cascadeOf(iri, (around) => ({
        out: facts.out(around),
        in: facts.in(around),
        isDynamic: Boolean(facts.row(around)?.data['pageDataProperty']),
      })),
    )
    for (const { link, to } of repointed) {
      const [old] = await work.ask((facts) =>
        facts.out(link.from, link.property).filter((other) => other.to === link.to),
      )
      work.unlink(link)
      work.link(link.from, link.property, to, old?.position ?? 0)
    }
    for (const gone of removed) await work.drop(gone)
  }

  const route = createRouting(moving.write, remove)

  return { create, update, remove, generate: moving.generate }
}

export type Writer = ReturnType<typeof createWriter>
