/**
 * Asks this site's host which build of the app is deployed. Imports nothing but ky, whose chunk is the same in each
 * build, so that it can be loaded when other chunks of an older build are deleted.
 */
import ky from 'ky'

const http = ky.create({ prefixUrl: '/builds', retry: 0 })

/** Returns the id of the deployed build; throws when the host does not respond. */
export const readLatestBuild = async (signal?: AbortSignal) => {
  // The time makes the URL unique, so that no cache responds in place of the host.
  const url = `latest.json?${Date.now()}`
  const { id } = await http.get(url, signal && { signal }).json<{ id: string }>()
  return id
}

/** Returns the metadata of a build; throws when the host does not serve it (any longer, or yet). */
export const readBuildMetadata = (id: string, signal: AbortSignal) =>
  http.get(`meta/${id}.json`, { signal }).json()
