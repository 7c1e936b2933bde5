/** What makes reading comfortable, its effects in the hands of the test. */
import { buildCheckMachine } from '#machines/build-check.ts'
import { comfortMachine } from '#machines/comfort.ts'
import { type InstallFact, installMachine } from '#machines/install.ts'
import { type NetworkEvent, networkMachine } from '#machines/network.ts'
import { type PrefetchEvent, prefetchMachine } from '#machines/prefetch.ts'
import { puppet, voice } from './paths.ts'

export const createComfort = () => {
  const says = {
    network: voice<NetworkEvent>(),
    thrift: voice<PrefetchEvent>(),
    links: voice<PrefetchEvent>(),
    install: voice<InstallFact>(),
  }
  const effects = {
    readAhead: puppet<void, { hrefs: string[] }>(),
    readLatest: puppet<boolean, undefined>(),
    askInstall: puppet<void, undefined>(),
    keepVisited: puppet<void, undefined>(),
  }
  /** What was done to the world, one entry each time. */
  const done: string[] = []
  const comfort = comfortMachine.provide({
    actors: {
      network: networkMachine.provide({ actors: { watchNetwork: says.network.logic } }),
      prefetch: prefetchMachine.provide({
        actors: {
          watchThrift: says.thrift.logic,
          watchLinks: says.links.logic,
          readAhead: effects.readAhead.logic,
        },
        actions: {
          dropChanged: (_, { iri }) => done.push(`drop ${iri}`),
          dropAll: () => done.push('drop all'),
        },
      }),
      buildCheck: buildCheckMachine.provide({
        actors: { readLatest: effects.readLatest.logic },
        actions: { reloadPage: () => done.push('reload') },
      }),
      install: installMachine.provide({
        actors: { watchInstall: says.install.logic, askInstall: effects.askInstall.logic },
        actions: { keepRefusal: () => done.push('keep refusal') },
      }),
      keepVisited: effects.keepVisited.logic,
      keepPlaces: voice().logic,
    },
    actions: {
      forgetVisited: () => done.push('forget visited'),
      retryPage: () => {},
    },
  })
  return { comfort, says, effects, done }
}
