/** Computes the requests that carry out an intent, after fetching the resources they depend on. */
import { editedResource, isOutdated } from '#content/change/edited-version.ts'
import { planChange, withoutInverse } from '#content/change/plan-change.ts'
import { copyFailure, isCopying } from '#content/change/plan-copies.ts'
import type { Change, Intent, StoredFile } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { resourcesOf } from '#src/resources/cache-snapshot.ts'
import { checkDeletion } from './check-deletion.ts'
import { checkFilling } from './check-filling.ts'
import { checkRestoration } from './check-restoration.ts'
import { withStoredOrder } from './with-stored-order.ts'
import { type ResourceReader, createMissingReader, isStored } from './read-missing.ts'

interface ChangeOptions extends ResourceReader {
  id: string
  intent: Intent
  /** Fetches a file as a data URI; null when it cannot be read. */
  fetchFile: (url: string) => Promise<string | null>
  now: () => number
  /** Makes an id for what is created; absent where the API takes none. */
  newId?: (() => string) | undefined
}

/** Returns the change for an intent; throws a conflict when the resource has changed since the user saw it. */
export const prepareChange = async (options: ChangeOptions): Promise<Change> => {
  const { id, cache, fetchFile, now, newId } = options
  const intent = await withStoredOrder(options.intent, options)
  await checkDeletion(deletedBy(intent), options)
  await checkFilling(intent, options)
  const readMissing = createMissingReader(options)
  if (intent.kind === 'set' && !(await isStored(intent.iri, options))) throw new Failure('notFound')
  if (intent.kind === 'restore') await checkRestoration(intent, options)
  const files = trackFiles(fetchFile)
  const known = {
    resources: () => resourcesOf(cache),
    readFile: files.read,
  }
  for (;;) {
    const change = await readMissing((read) => {
      if (isOutdated(intent, read)) throw conflictFailure(intent, read)
      const date = new Date(now()).toISOString()
      return planChange(intent, { ...known, read, etag: cache.etag, id, now: date, newId })
    })
    if (await files.fetchMissing()) continue
    const failure = isCopying(intent) ? copyFailure(intent, { ...known, read: cache.read }) : null
    if (failure) throw failure
    return files.hasLost() ? withoutInverse(change, lostFile) : { ...change, files: files.iris }
  }
}

/** Returns what an intent deletes. A draft is discarded whatever it holds. */
const deletedBy = (intent: Intent): readonly Iri[] => {
  if (intent.kind === 'deleteAll') return intent.positions
  return intent.kind === 'delete' && !intent.isDraft ? [intent.iri] : []
}

const lostFile = 'Its picture could not be kept, so it cannot be restored.'

/** Reads files, and records those that have to be fetched for the next attempt. */
const trackFiles = (fetchFile: ChangeOptions['fetchFile']) => {
  const contents = new Map<string, string | null>()
  const missing = new Set<string>()
  /** The IRIs of the files, by their contents. */
  const iris = new Map<unknown, Iri>()
  return {
    iris,
    read({ '@id': iri, contentUrl }: StoredFile) {
      const content = contents.get(contentUrl)
      if (content === undefined) missing.add(contentUrl)
      if (content) iris.set(content, iri)
      return content ?? undefined
    },
    /** Returns whether there was anything to fetch. */
    async fetchMissing() {
      const urls = [...missing]
      missing.clear()
      await Promise.all(urls.map(async (url) => contents.set(url, await fetchFile(url))))
      return urls.length > 0
    },
    hasLost: () => [...contents.values()].includes(null),
  }
}

const conflictFailure = (intent: Intent, read: ReadResource) => {
  const resource = 'iri' in intent ? editedResource(intent, read) : undefined
  return new Failure('conflict', { ...(resource && { resource }) })
}
