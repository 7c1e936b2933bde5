/** Where a page has moved to in the end. */
import { failureFromStatus } from '#content/model/failure.ts'
import { linkOrNull } from '#content/page/link.ts'
import {
  type Location,
  contentLocation,
  isContentPath,
  isExternal,
  locationOf,
} from '#content/page/location.ts'
import type { Route, Versioned } from '#content/model/resource.ts'

/** Whoever set up more of them in a row did not mean to. */
const maxRedirects = 10

type ReadRoot = (location: Location) => Promise<Versioned>

/** What no link may lead to, no redirect does either. */
const redirectTarget = ({ resource }: Versioned) =>
  linkOrNull((resource as Route).redirectPath) ?? undefined

/** Reads the route, and those it leads to: ones that lead to each other would be followed for ever. */
export const resolveRedirects = async (from: Location, read: ReadRoot): Promise<Versioned> => {
  const root = await read(from)
  const visited = new Set([from.path])
  let finalTarget = redirectTarget(root)
  for (let target = finalTarget; target !== undefined; target = await nextTarget(target, read)) {
    const { path } = targetLocation(target)
    if (visited.has(path) || visited.size > maxRedirects)
      throw failureFromStatus(508, { message: `${from.path} leads from one address to the next.` })
    visited.add(path)
    finalTarget = target
  }
  const { redirectPath, ...resource } = root.resource as Route
  if (finalTarget === redirectPath) return root
  return {
    ...root,
    resource: { ...resource, ...(finalTarget !== undefined && { redirectPath: finalTarget }) },
  }
}

const targetLocation = (href: string) =>
  isExternal(href) ? { ...locationOf(href), path: href } : contentLocation(locationOf(href))

/** Where it leads to in turn. Whatever else is to be said of it is said there. */
const nextTarget = (href: string, read: ReadRoot) => {
  const location = targetLocation(href)
  if (isExternal(href) || !isContentPath(location.path)) return undefined
  return read(location).then(redirectTarget, () => undefined)
}
