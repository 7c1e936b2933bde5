/** Routes that get another path: what is left behind, and what moves along (api, section 2.3). */
import type { Iri } from '#content/iri.ts'
import { pathTrouble } from '#content/link.ts'
import type { Violation } from '#content/resource.ts'
import { problem } from '../problem.ts'
import { readBody } from './body.ts'
import type { Facts, Row } from './facts.ts'
import type { Body } from './found.ts'
import { isShadowed } from './named.ts'
import type { Save } from './save.ts'
import type { Shapes } from './shapes.ts'
import { slugOf } from './slug.ts'
import { parentOf, routesBelow, routesOf } from './tree.ts'
import type { Work } from './work.ts'

const pathOf = (route: Row) => String(route.data['path'])
/** What the paths below begin with; those below `/` begin with nothing but their own slash. */
const stemOf = (path: string) => (path === '/' ? '' : path)

/** The first of `name`, `name-1`, `name-2`… that will do. */
const firstFree = (isFree: (suffix: string) => boolean) => {
  for (let count = 0; ; count += 1) {
    const suffix = count ? `-${count}` : ''
    if (isFree(suffix)) return suffix
  }
}

export const createMoving = (shapes: Shapes, save: Save) => {
  const shape = shapes.ofType('Route')!
  const write = (work: Work, row: Row | null, body: Body, violations?: Violation[]) =>
    save(work, {
      shape,
      iri: row?.iri ?? '',
      row,
      said: readBody(shape, body),
      publishedAt: null,
      ...(violations && { violations }),
    })

  const isHeld = (facts: Facts, property: string, value: string, except?: Iri) => {
    const holder = facts.holder('Route', property, value)
    return holder !== null && holder !== except
  }

  const freeName = (work: Work, name: string, except?: Iri) =>
    work.ask((facts) => name + firstFree((suffix) => !isHeld(facts, 'name', name + suffix, except)))

  /** A path that is against the rules by now is left behind without one. */
  const leaveRedirect = async (work: Work, { data }: Row, to: Iri) => {
    if (pathTrouble(String(data['path']))) return
    const name = await freeName(work, String(data['name']))
    await write(work, null, { path: data['path'], name, redirect: to })
  }

  /** Those below that have gone another way stay where they are, and so does what is below them. */
  const moveChildren = async (work: Work, before: Row, after: Row, violations: Violation[]) => {
    const [old, now] = [stemOf(pathOf(before)), stemOf(pathOf(after))]
    const below = await work.ask((facts) =>
      routesBelow(facts, after.iri).flatMap((iri) => facts.row(iri) ?? []),
    )
    for (const child of below) {
      if (!pathOf(child).startsWith(`${old}/`)) continue
      const path = now + pathOf(child).slice(old.length)
      const name = await freeName(work, path, child.iri)
      const moved = await write(work, child, { path, name }, violations)
      await leaveRedirect(work, child, moved.iri)
      await moveChildren(work, child, moved, violations)
    }
  }

  /** After a route was saved: its old path leads to the new one. */
  const follow = async (work: Work, before: Row, after: Row, isCascading: boolean) => {
    if (before.iri === after.iri) return
    await leaveRedirect(work, before, after.iri)
    if (!isCascading) return
    const violations: Violation[] = []
    await moveChildren(work, before, after, violations)
    if (!violations.length) return
    const message = violations.map((violation) => violation.message).join(' ')
    throw problem(422, { violations: [{ propertyPath: 'cascadeChildPaths', message }] })
  }

  /** A path for a page, by its title and by the page above it; the path it had leads there. */
  const generate = async (work: Work, { page, pageData }: Body): Promise<Row> => {
    const target = [page, pageData].find((iri) => typeof iri === 'string') ?? ''
    const { path, name, old } = await work.ask((facts) => {
      const above = parentOf(facts, target)
      const [route] = above ? routesOf(facts, above) : []
      const parent = route ? facts.row(route) : null
      const slug = slugOf(String(facts.row(target)?.data['title'] ?? ''))
      const stem = `${parent ? stemOf(pathOf(parent)) : ''}/${slug}`
      const suffix = firstFree(
        (end) =>
          !isHeld(facts, 'path', stem + end) &&
          !isHeld(facts, 'name', slug + end) &&
          !isShadowed(stem + end),
      )
      return {
        path: stem + suffix,
        name: slug + suffix,
        old: routesOf(facts, target).flatMap((iri) => facts.row(iri) ?? []),
      }
    })
    const route = await write(work, null, { path, name, page, pageData })
    for (const row of old) {
      await write(work, row, { page: null, pageData: null, redirect: route.iri })
    }
    return route
  }

  return { write, follow, generate }
}

export type Moving = ReturnType<typeof createMoving>
