/** Follows the redirects of a route to their final target. */
import { failureFromStatus } from '#content/model/failure.ts'
import { linkOrNull } from '#content/links/link.ts'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import {
  type Location,
  contentLocation,
  isExternal,
  locationOf,
} from '#content/navigation/location.ts'
import type { Versioned } from '#content/model/resource.ts'
import { redirectPathOf } from '#content/page/fetching/page-crawl.ts'

/** Longer chains are taken for a mistake. */
const maxRedirects = 10

type ReadRoot = (location: Location) => Promise<Versioned>

/** Returns the target of a redirect; undefined when there is none or a link may not lead there. */
const redirectTarget = (root: Versioned) => linkOrNull(redirectPathOf(root)) ?? undefined

/**
 * Reads the route at `from` and the routes it redirects to, and returns the first with `redirectPath` set to the final
 * target. Throws a 508 when the redirects form a loop or are more than ten.
 */
export const resolveRedirects = async (from: Location, read: ReadRoot): Promise<Versioned> => {
  const root = await read(from)
  const visited = new Set([from.path])
  let finalTarget = redirectTarget(root)
  for (let target = finalTarget; target !== undefined; target = await nextTarget(target, read)) {
    const { path } = targetLocation(target)
    if (visited.has(path) || visited.size > maxRedirects)
      throw failureFromStatus(508, { message: `${from.path} redirects too many times.` })
    visited.add(path)
    finalTarget = target
  }
  if (finalTarget === redirectPathOf(root)) return root
  const { redirectPath: _, ...resource } = root.resource
  return {
    ...root,
    resource: { ...resource, ...(finalTarget !== undefined && { redirectPath: finalTarget }) },
  }
}

const targetLocation = (href: string) =>
  isExternal(href) ? { ...locationOf(href), path: href } : contentLocation(locationOf(href))

/** Returns the next target; undefined when there is none. Errors are left to the page that is the final target. */
const nextTarget = (href: string, read: ReadRoot) => {
  const location = targetLocation(href)
  if (isExternal(href) || !isContentPath(location.path)) return undefined
  return read(location).then(redirectTarget, () => undefined)
}
