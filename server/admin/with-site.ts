/** Opens the site that the server would use with the same environment. */
import { readConfig } from '../startup/config.ts'
import { type OpenSite, openSite } from '../backup/open-site.ts'
import { CommandError, type Terminal } from './command.ts'

/**
 * Opens the site of the environment for a command, and closes it afterwards. Throws a `CommandError` when its content
 * is served elsewhere.
 */
export const withSite = async (
  { env }: Terminal,
  run: (site: OpenSite) => Promise<void>,
): Promise<void> => {
  const config = readConfig(env)
  if (config.apiUrl) {
    throw new CommandError('API_URL is set: run this command where that content is served.')
  }
  const { site, close } = await openSite(config)
  try {
    await run(site)
  } finally {
    await close()
  }
}
