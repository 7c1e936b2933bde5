/** Storing one resource: relations found, rules held to, places made. What `write.ts` decides, this carries out. */
import type { Iri } from '#content/iri.ts'
import { decoded } from '#content/location.ts'
import type { Violation } from '#content/resource.ts'
import { problem } from '../problem.ts'
import type { Said } from './body.ts'
import { isIri } from './body.ts'
import { baseViolations, publishViolations } from './checks.ts'
import { anyPageData, bindingIri } from './events.ts'
import { ownData } from './context.ts'
import type { Facts, Row } from './facts.ts'
import { liveOf } from './lookup.ts'
import { makesWay, namedIri } from './named.ts'
import { placeIn } from './places.ts'
import { type Candidate, ruleViolations, uniqueViolations } from './rules.ts'
import type { Shape, Shapes } from './shapes.ts'
import type { Work } from './work.ts'

export interface Plan {
  shape: Shape
  iri: Iri
  /** Null for a new one. */
  row: Row | null
  said: Said
  publishedAt: string | null
  /** Held to the publish rules whatever its date. */
  validatePublished?: boolean
  /** Collects what is wrong instead of refusing, for what is saved along with something else. */
  violations?: Violation[]
}

type Changes = Pick<Row, 'data' | 'publishedAt' | 'dueAt'>

/** A value that means nothing is not kept. */
const merged = (data: Row['data'], values: Said['values']) =>
  Object.fromEntries(
    Object.entries({ ...data, ...values }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  )

const initialData = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape.properties).flatMap(([name, property]) =>
      property.is === 'value' && property.initial !== undefined ? [[name, property.initial]] : [],
    ),
  )

/** Class names are stored as the collections they stand for; an empty list restricts nothing. */
const allowedEndpoints = (shapes: Shapes, names: unknown) => {
  if (!Array.isArray(names) || !names.length) return null
  return names.map((name) => shapes.ofClass(String(name))?.endpoint ?? name)
}

const normalised = (shapes: Shapes, shape: Shape, values: Said['values']): Said['values'] => {
  if (shape.type === 'ComponentGroup' && 'allowedComponents' in values) {
    return { ...values, allowedComponents: allowedEndpoints(shapes, values['allowedComponents']) }
  }
  const path = values['path']
  if (shape.type !== 'Route' || typeof path !== 'string' || !path) return values
  const plain = decoded(path)
  return { ...values, path: plain.startsWith('/') ? plain : `/${plain}` }
}

/** What a relation points at is never the draft of a twin: that would be gone once it is published. */
const targetOf = (facts: Facts, property: { to: readonly string[] }, iri: unknown): Iri => {
  if (!isIri(iri) || !property.to.some((prefix) => iri.startsWith(prefix)) || !facts.row(iri)) {
    throw problem(400, { detail: `Invalid IRI "${String(iri).slice(0, 200)}".` })
  }
  return liveOf(facts, iri) ?? iri
}

const targetsOf = (facts: Facts, shape: Shape, relations: Said['relations']) =>
  Object.fromEntries(
    Object.entries(relations).map(([name, iris]): [string, Iri[]] => {
      const property = shape.properties[name]
      if (property?.is !== 'one' && property?.is !== 'many') return [name, []]
      return [name, [...new Set(iris.map((iri) => targetOf(facts, property, iri)))]]
    }),
  )

export const createSave = (shapes: Shapes) => {
  /** Its own, or those of a redirect that makes way for it. A new one has none: its IRI may be another's. */
  const isOwn =
    (facts: Facts, { row, iri }: Plan) =>
    (holder: Iri) =>
      row !== null && (holder === row.iri || (holder === iri && makesWay(facts, row, iri)))

  const violationsOf = (facts: Facts, plan: Plan, candidate: Candidate): Violation[] => [
    ...baseViolations(plan.shape, candidate),
    ...uniqueViolations(facts, plan.shape.type, plan.shape.unique, isOwn(facts, plan), candidate),
    ...ruleViolations(facts, shapes, plan.shape, plan.row?.iri ?? plan.iri, candidate),
    ...(plan.publishedAt || plan.validatePublished ? publishViolations(plan.shape, candidate) : []),
  ]

  const claimHandles = (
    work: Work,
    { shape, iri, row }: Plan,
    former: Row | null,
    data: Row['data'],
  ) => {
    const isElsewhere = row !== null && row.iri !== iri
    for (const property of shape.unique) {
      const [freed, old, value] = [former?.data[property], row?.data[property], data[property]]
      if (typeof freed === 'string') work.claim(shape.type, property, freed, null)
      if (old === value && !isElsewhere) continue
      if (typeof old === 'string') work.claim(shape.type, property, old, null)
      if (typeof value === 'string') work.claim(shape.type, property, value, iri)
    }
  }

  /** A row that goes by its name gets the IRI of its new one. */
  const settle = async (work: Work, { row, iri, shape }: Plan, changes: Changes) => {
    if (!row) return work.create({ iri, type: shape.type, ...changes })
    return row.iri === iri ? row : work.rename(row, iri)
  }

  /** What a dynamic position is bound to is a link too, so that it is found from the page data's side. */
  const bind = (work: Work, iri: Iri, { pageDataClass, pageDataProperty }: Row['data']) => {
    const type = pageDataClass ? shapes.ofClass(String(pageDataClass))?.type : anyPageData
    const isBound = Boolean(type && pageDataProperty)
    return work.relink(iri, 'binding', isBound ? [bindingIri(type!, String(pageDataProperty))] : [])
  }

  /** Nothing is written, no version counted and nobody told when nothing changes. */
  return async (work: Work, asked: Plan): Promise<Row> => {
    const { shape } = asked
    const said = { ...asked.said, values: normalised(shapes, shape, asked.said.values) }
    const { row } = asked
    const data = merged(row?.data ?? initialData(shape), said.values)
    const iri = namedIri(shape, data) ?? asked.iri
    const plan = { ...asked, said, iri }
    const targets = await work.ask((facts) => targetsOf(facts, shape, said.relations))
    const violations = await work.ask((facts) => {
      const before = row ? ownData(facts, shape, row) : {}
      const named = Object.entries(targets).map(([name, iris]) => [
        name,
        shape.properties[name]?.is === 'many' ? iris : iris[0],
      ])
      const candidate = { ...before, ...data, ...Object.fromEntries(named) }
      for (const name of Object.keys(said.values)) if (!(name in data)) delete candidate[name]
      // What was refused is not there, and need not be called missing too.
      const wrong = new Set(said.violations.map(({ propertyPath }) => propertyPath))
      return [
        ...said.violations,
        ...violationsOf(facts, plan, candidate).filter(
          ({ propertyPath }) => !wrong.has(propertyPath),
        ),
      ]
    })
    if (violations.length && plan.violations) plan.violations.push(...violations)
    else if (violations.length) throw problem(422, { violations })

    const dueAt = plan.publishedAt && plan.publishedAt > work.now ? plan.publishedAt : null
    const changes = { data, publishedAt: plan.publishedAt, dueAt }
    let hasChanged =
      !row ||
      row.publishedAt !== plan.publishedAt ||
      JSON.stringify(merged(row.data, {})) !== JSON.stringify(data)
    const former = row && row.iri !== iri ? await work.ask((facts) => facts.row(iri)) : null
    const saved = await settle(work, plan, changes)
    claimHandles(work, plan, former, data)
    for (const [name, iris] of Object.entries(targets)) {
      const isPlaced = Object.values(shape.properties).some(
        (property) => property.is === 'place' && property.within === name,
      )
      if (!isPlaced && (await work.relink(iri, name, iris))) hasChanged = true
    }
    if (shape.type === 'ComponentPosition') {
      const group =
        targets['componentGroup']?.[0] ??
        (await work.ask((facts) => facts.out(iri, 'componentGroup')[0]?.to))
      if (group && (await placeIn(work, iri, group, said.place))) hasChanged = true
      await bind(work, iri, data)
    }
    return row && hasChanged ? work.update(saved, changes) : saved
  }
}

export type Save = ReturnType<typeof createSave>
