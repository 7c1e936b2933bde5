/** Where a page has moved to in the end. */
import { failureOf } from '#content/failure.ts'
import { linkOrNull } from '#content/link.ts'
import {
  type Location,
  contentLocation,
  hasPage,
  isExternal,
  locationOf,
} from '#content/location.ts'
import type { Route, Versioned } from '#content/resource.ts'

/** Whoever set up more of them in a row did not mean to. */
const longest = 10

type ReadRoot = (location: Location) => Promise<Versioned>

/** What no link may lead to, no redirect does either. */
const goalOf = ({ resource }: Versioned) =>
  linkOrNull((resource as Route).redirectPath) ?? undefined

/** Reads the route, and those it leads to: ones that lead to each other would be followed for ever. */
export const toItsEnd = async (from: Location, read: ReadRoot): Promise<Versioned> => {
  const root = await read(from)
  const passed = new Set([from.path])
  let end = goalOf(root)
  for (let goal = end; goal !== undefined; goal = await goalAfter(goal, read)) {
    const { path } = placeOf(goal)
    if (passed.has(path) || passed.size > longest)
      throw failureOf(508, { message: `${from.path} leads from one address to the next.` })
    passed.add(path)
    end = goal
  }
  const { redirectPath, ...resource } = root.resource as Route
  if (end === redirectPath) return root
  return { ...root, resource: { ...resource, ...(end !== undefined && { redirectPath: end }) } }
}

const placeOf = (href: string) =>
  isExternal(href) ? { ...locationOf(href), path: href } : contentLocation(locationOf(href))

/** Where it leads to in turn. Whatever else is to be said of it is said there. */
const goalAfter = (href: string, read: ReadRoot) => {
  const place = placeOf(href)
  if (isExternal(href) || !hasPage(place.path)) return undefined
  return read(place).then(goalOf, () => undefined)
}
