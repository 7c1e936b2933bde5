/**
 * Service worker that keeps visited pages readable offline. It prefers the network for everything but the immutable
 * files in /assets/, so that nobody who is online sees stale content. Built into `/sw.js` and registered as
 * `/sw.js?{build}`; each build has a cache of its own. It uses fetch, not ky: requests of pages are passed on unchanged,
 * and retrying them is up to the page.
 */
import { isAdminPath, isAuthPath } from '#content/navigation/path-patterns.ts'

const build = location.search.slice(1)
const cacheName = `troupe-${build}`
/** The empty page that is served for every page while offline (server/render/pages/read-page-content.ts). */
const offlineShellUrl = new URL('/_offline', location.origin).href
/** Payloads and images beyond this number are deleted, the oldest first. */
const maxCachedResponses = 200

addEventListener('install', (event) => {
  event.waitUntil(cacheOfflineShell().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldCaches(), registration.navigationPreload?.enable(), clients.claim()]),
  )
})

addEventListener('message', (event) => {
  const { data } = event
  if (data.type === 'page.shown') event.waitUntil(cachePage(data))
  if (data.type === 'session.changed') event.waitUntil(deletePages())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(respondWithDocument(event, url))
  else if (isAsset(url)) event.respondWith(cacheFirst(request))
  else if (isPayload(url) || request.destination === 'image')
    event.respondWith(networkFirst(event, cacheKeyOf(url)))
})

const isAsset = ({ pathname }) => pathname.startsWith('/assets/')
const isPayload = ({ pathname }) => pathname.endsWith('/_payload.json')
/** App screens need the network, so their documents have no offline fallback. */
const isAppScreen = (path) => isAuthPath(path) || isAdminPath(path)

/** Returns a payload's URL without the build that requests it, so that a cached page outlives its build. */
const cacheKeyOf = (url) => {
  const key = new URL(url)
  if (isPayload(key))
    for (const [name, value] of url.searchParams) if (!value) key.searchParams.delete(name)
  return key.href
}

/** Responds from the network or, while offline, with the shell, which loads the page's cached payload. */
const respondWithDocument = async (event, url) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (networkError) {
    const shell = isAppScreen(url.pathname) ? undefined : await match(offlineShellUrl)
    if (!shell) throw networkError
    return shell
  }
}

/** Responds from the cache if possible: the names of assets contain a hash of their content. */
const cacheFirst = async (request) => {
  const cached = await match(request.url)
  if (cached) return cached
  const response = await fetch(request)
  await store(request.url, response)
  return response
}

/** Responds from the network or, while offline, from the cache. */
const networkFirst = async (event, key) => {
  try {
    const response = await fetch(event.request)
    event.waitUntil(store(key, response).then(trim))
    return response
  } catch (networkError) {
    const cached = await match(key)
    if (!cached) throw networkError
    return cached
  }
}

const isCacheable = ({ ok, type, headers }) =>
  ok && type === 'basic' && !/private|no-store/.test(headers.get('cache-control') ?? '')

/** Stores a copy of a response, unless it was made for a signed-in user. */
const store = async (key, response) => {
  if (!isCacheable(response)) return
  const copy = response.clone()
  const cache = await caches.open(cacheName)
  await cache.put(key, copy)
}

/** Looks a response up in the cache of this build, then in those of older ones. */
const match = async (key) => {
  for (const name of [cacheName, ...(await olderCacheNames())]) {
    const cache = await caches.open(name)
    const response = await cache.match(key, { ignoreVary: true })
    if (response) return response
  }
  return undefined
}

const cacheOfflineShell = async () => {
  const response = await fetch(offlineShellUrl, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The offline shell could not be loaded: ${response.status}`)
  const html = await response.clone().text()
  const cache = await caches.open(cacheName)
  await cache.put(offlineShellUrl, response)
  await addMissing(html.match(/\/assets\/[^"]+/g) ?? [])
}

/** Caches the page that was loaded before this worker took control: its payload and the files it uses. */
const cachePage = async ({ url, payload, files }) => {
  if (payload) {
    const cache = await caches.open(cacheName)
    const headers = { 'content-type': 'application/json' }
    await cache.put(cacheKeyOf(new URL(url, location.origin)), new Response(payload, { headers }))
  }
  await addMissing(files)
}

const addMissing = async (files) => {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (file) => {
      if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
    }),
  )
}

const olderCacheNames = async () =>
  (await caches.keys())
    .filter((name) => name.startsWith('troupe-') && name !== cacheName)
    .toReversed()

/** Deletes all caches but this build's and the one before it, whose files are needed by pages read with that build. */
const deleteOldCaches = async () => {
  const [, ...outdated] = await olderCacheNames()
  await Promise.all(outdated.map((name) => caches.delete(name)))
}

/** Deletes all cached content, because the next user may not be allowed to see it. */
const deletePages = async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) if (isContent(request)) await cache.delete(request)
  }
}

const isContent = ({ url }) => !isAsset(new URL(url)) && url !== offlineShellUrl

const trim = async () => {
  const cache = await caches.open(cacheName)
  const content = (await cache.keys()).filter(isContent)
  await Promise.all(content.slice(0, -maxCachedResponses).map((request) => cache.delete(request)))
}
