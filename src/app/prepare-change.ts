/** What an intent comes to, once all that it depends on is known. */
import { type Change, type Intent, asLive, changeOf, edited, isOutdated } from '#content/change.ts'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import type { Component, Read, Versioned } from '#content/resource.ts'
import type { Cache } from '#src/resources/cache.ts'

interface ChangeOptions {
  id: string
  intent: Intent
  cache: Cache
  /** Reads one resource; null where it is gone. */
  fetch: (request: string) => Promise<Versioned | null>
  now: () => number
}

export const prepareChange = async (options: ChangeOptions): Promise<Change> => {
  const { id, intent, cache, fetch, now } = options
  const asked = new Set<Iri>()
  for (;;) {
    const { read, missing, requestFor } = watched(cache.read)
    if (isOutdated(intent, read)) throw conflictWith(intent, read)
    const circumstances = { read, etag: cache.etag, id, now: new Date(now()).toISOString() }
    const change = changeOf(intent, circumstances)
    const news = [...missing].filter((iri) => !asked.has(iri))
    if (news.length === 0) return change
    for (const iri of news) asked.add(iri)
    const found = await Promise.all(news.map((iri) => fetch(requestFor(iri))))
    cache.save(found.filter((item) => item !== null))
  }
}

const conflictWith = (intent: Intent, read: Read) => {
  const current = 'iri' in intent ? edited(intent.iri, read) : undefined
  return new Failure('conflict', { ...(current && { current }) })
}

/** Reads, and remembers what was asked for in vain. */
const watched = (known: Read) => {
  const missing = new Set<Iri>()
  const lives = new Set<Iri>()
  const read: Read = (iri) => {
    const resource = known(iri)
    if (!resource) missing.add(iri)
    const live = (resource as Component | undefined)?.publishedResource
    if (live) lives.add(live)
    return resource
  }
  return { read, missing, requestFor: (iri: Iri) => (lives.has(iri) ? asLive(iri) : iri) }
}
