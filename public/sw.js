/**
 * Keeps the pages somebody has visited readable without a network. What comes from the network is always preferred,
 * so nothing old is shown to anybody who is online. Registered as `/sw.js?{build}`, which is the version it keeps for.
 */
const build = location.search.slice(1)
const cacheName = `troupe-${build}`
/** What every page is shown in when its own document cannot be had (server/render/site-routes.ts). */
const shellUrl = new URL('/_offline', location.origin).href
/** Payloads and pictures beyond this are forgotten, the oldest first. */
const limit = 200

addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOldBuilds(), registration.navigationPreload?.enable(), clients.claim()]),
  )
})

addEventListener('message', (event) => {
  const { data } = event
  if (data.type === 'page.shown') event.waitUntil(keepPage(data))
  if (data.type === 'session.changed') event.waitUntil(forgetPages())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(documentFor(event, url))
  else if (isAsset(url)) event.respondWith(assetFor(request))
  else if (isPayload(url) || request.destination === 'image')
    event.respondWith(newestFor(event, keyOf(url)))
})

const isAsset = ({ pathname }) => pathname.startsWith('/assets/')
const isPayload = ({ pathname }) => pathname.endsWith('/_payload.json')
/** The app's own screens are nothing without a network, and the browser says so. */
const isScreen = (path) =>
  /^\/(login|forgot-password|verify-email|reset-password|confirm-new-email|_cwa)(\/|$)/.test(path)

/** A payload's address without the build that asks for it, so that a page outlives the build it was read with. */
const keyOf = (url) => {
  const key = new URL(url)
  if (isPayload(key))
    for (const [name, value] of url.searchParams) if (!value) key.searchParams.delete(name)
  return key.href
}

/** The shell reads the page that its address names as it would any other: from here. */
const documentFor = async (event, url) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (offline) {
    const shell = isScreen(url.pathname) ? undefined : await kept(shellUrl)
    if (!shell) throw offline
    return shell
  }
}

/** Its name says what is in it, so whatever is kept of it is right. */
const assetFor = async (request) => {
  const found = await kept(request.url)
  if (found) return found
  const response = await fetch(request)
  await keep(request.url, response)
  return response
}

const newestFor = async (event, key) => {
  try {
    const response = await fetch(event.request)
    const keeping = keep(key, response).then(trim)
    event.waitUntil(keeping)
    return response
  } catch (offline) {
    const found = await kept(key)
    if (!found) throw offline
    return found
  }
}

const mayBeKept = ({ ok, type, headers }) =>
  ok && type === 'basic' && !/private|no-store/.test(headers.get('cache-control') ?? '')

/** What was made for somebody who is signed in is never kept. */
const keep = async (key, response) => {
  if (!mayBeKept(response)) return
  const copy = response.clone()
  const cache = await caches.open(cacheName)
  await cache.put(key, copy)
}

/** From this build's cache, or an older one's. */
const kept = async (key) => {
  for (const name of [cacheName, ...(await olderCaches())]) {
    const cache = await caches.open(name)
    const found = await cache.match(key, { ignoreVary: true })
    if (found) return found
  }
  return undefined
}

const keepShell = async () => {
  const response = await fetch(shellUrl, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The shell cannot be had: ${response.status}`)
  const html = await response.clone().text()
  const cache = await caches.open(cacheName)
  await cache.put(shellUrl, response)
  await keepAll(html.match(/\/assets\/[^"]+/g) ?? [])
}

/** The page that was there before this worker was: what it is made of, and the files it has loaded. */
const keepPage = async ({ url, payload, files }) => {
  if (payload) {
    const cache = await caches.open(cacheName)
    const headers = { 'content-type': 'application/json' }
    await cache.put(keyOf(new URL(url, location.origin)), new Response(payload, { headers }))
  }
  await keepAll(files)
}

const keepAll = async (files) => {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (file) => {
      if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
    }),
  )
}

const olderCaches = async () =>
  (await caches.keys())
    .filter((name) => name.startsWith('troupe-') && name !== cacheName)
    .toReversed()

/** A page read with the build before this one needs that one's files. */
const forgetOldBuilds = async () => {
  const [, ...older] = await olderCaches()
  await Promise.all(older.map((name) => caches.delete(name)))
}

/** Somebody else is looking now. */
const forgetPages = async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) if (isReading(request)) await cache.delete(request)
  }
}

const isReading = ({ url }) => !isAsset(new URL(url)) && url !== shellUrl

const trim = async () => {
  const cache = await caches.open(cacheName)
  const read = (await cache.keys()).filter(isReading)
  await Promise.all(read.slice(0, -limit).map((request) => cache.delete(request)))
}
