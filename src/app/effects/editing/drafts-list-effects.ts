/** Provides the effect of the list of drafts: it reads the drafts of the site with their live versions and pages. */
import { fromPromise } from 'xstate'
import { liveOf, publishedUrl } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { isDraft } from '#content/model/publish-state.ts'
import { isResourceOf } from '#content/model/resource.ts'
import type { FoundDrafts, ListPage } from '#content/page/draft-lists.ts'
import { pageShowing } from '#content/page/page-showing.ts'
import { draftsListMachine } from '#machines/editing/drafts-list.ts'
import { nullIfMissing } from '../../services/prepare-update.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { trackReads } from '../../services/track-reads.ts'
import { withSession } from '../session-effects.ts'

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
const readVersions = async (system: ActorSystem, drafts: readonly Iri[], signal: AbortSignal) => {
  const fetchAll = createFetchAll(system, signal)
  await fetchAll(drafts)
  const { read } = servicesOf(system).cache
  const lives = drafts.map((iri) => liveOf(iri, read)).filter((iri) => iri !== null)
  await fetchAll(lives.map(publishedUrl))
}

/** Reads what leads from the drafts to the pages on which they are shown into the cache, as far as it is not there. */
const readPages = async (system: ActorSystem, drafts: readonly Iri[], signal: AbortSignal) => {
  const fetchAll = createFetchAll(system, signal)
  const requested = new Set<Iri>()
  for (;;) {
    const { read, missing, requestFor } = trackReads(servicesOf(system).cache.read)
    for (const iri of drafts) pageShowing(iri, read)
    const unrequested = [...missing].filter((iri) => !requested.has(iri))
    if (unrequested.length === 0) return
    for (const iri of unrequested) requested.add(iri)
    await fetchAll(unrequested.map(requestFor))
  }
}

/** Returns a function that reads resources into the cache, without those that are gone by now. */
const createFetchAll =
  (system: ActorSystem, signal: AbortSignal) => async (requests: readonly string[]) => {
    const { cache, readResource } = servicesOf(system)
    const fetched = await Promise.all(
      requests.map((request) =>
        nullIfMissing(readResource(request, { signal }), { isVisitor: false }),
      ),
    )
    cache.save(fetched.filter((item) => item !== null))
  }

export const draftsList = draftsListMachine.provide({
  actors: {
    readDrafts: fromPromise<FoundDrafts, { remaining: readonly ListPage[] }>(
      async ({ system, input: { remaining }, signal }) => {
        const found = await readLists(system, remaining, signal)
        await readVersions(system, found.drafts, signal)
        await readPages(system, found.drafts, signal)
        return found
      },
    ),
  },
})
