/** Provides the effect of the list of drafts: it reads the drafts of the site with their live versions and pages. */
import { fromPromise } from 'xstate'
import { liveOf, publishedUrl } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { isDraft } from '#content/model/publish-state.ts'
import { isResourceOf } from '#content/model/resource.ts'
import type { FoundDrafts, ListPage } from '#content/page/drafts/draft-lists.ts'
import { pageShowing } from '#content/page/drafts/page-showing.ts'
import { draftsListMachine } from '#machines/editing/drafts-list.ts'
import {
  type ResourceReader,
  createMissingReader,
  readIntoCache,
} from '../../services/read-missing.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { renewSession, withSession } from '../session-effects.ts'
import { resourceReaderOf } from './resource-reader.ts'

/** The number of drafts after which no further list is read. */
const enoughDrafts = 50

/** Reads lists until enough drafts are found. */
const readLists = async (
  system: ActorSystem,
  pages: readonly ListPage[],
  signal: AbortSignal,
): Promise<FoundDrafts> => {
  const { resources } = await servicesOf(system).loadApi()
  const drafts: Iri<'COMPONENT'>[] = []
  const remaining = [...pages]
  while (remaining.length > 0 && drafts.length < enoughDrafts) {
    const { endpoint, page } = remaining.shift()!
    const list = () => resources.list(endpoint, { page, signal })
    const { members, hasNext } = await withSession(system, list)
    if (hasNext) remaining.unshift({ endpoint, page: page + 1 })
    const components = members.filter((member) => isResourceOf('COMPONENT', member))
    drafts.push(...components.filter(isDraft).map((draft) => draft['@id']))
  }
  return { drafts, remaining }
}

/** Reads the drafts with their versions, which the lists do not tell, and what they are compared with, into the cache. */
const readVersions = async (reader: ResourceReader, drafts: readonly Iri[]) => {
  await readIntoCache(reader, drafts)
  const lives = drafts.map((iri) => liveOf(iri, reader.cache.read)).filter((iri) => iri !== null)
  await readIntoCache(reader, lives.map(publishedUrl))
}

export const draftsList = draftsListMachine.provide({
  actors: {
    readDrafts: fromPromise<FoundDrafts, { remaining: readonly ListPage[] }>(
      async ({ system, input: { remaining }, signal }) => {
        const found = await readLists(system, remaining, signal)
        const reader = resourceReaderOf(system, signal)
        await readVersions(reader, found.drafts)
        await createMissingReader(reader)((read) =>
          found.drafts.map((iri) => pageShowing(iri, read)),
        )
        return found
      },
    ),
    renewSession,
  },
})
