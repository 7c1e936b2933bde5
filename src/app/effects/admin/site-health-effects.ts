/** Provides the effects of the screen of the site's health. Loaded with it. */
import { fromPromise } from 'xstate'
import { type SiteHealth, isSiteHealth, siteHealthEndpoint } from '#content/admin/site-health.ts'
import { Failure } from '#content/model/failure.ts'
import { siteHealthMachine } from '#machines/admin/site-health.ts'
import { servicesOf } from '../../services/services.ts'
import { renewSession, withSession } from '../session-effects.ts'

export const siteHealth = siteHealthMachine.provide({
  actors: {
    readHealth: fromPromise<SiteHealth, undefined>(async ({ system, signal }) => {
      const { resources } = await servicesOf(system).loadApi()
      const read = () => resources.read(siteHealthEndpoint, { signal })
      const { resource } = await withSession(system, read)
      if (!isSiteHealth(resource)) throw new Failure('unexpected')
      return resource
    }),
    renewSession,
  },
})
