/** Edits and actions without a network wait, and are carried out once it is back: nothing is lost or doubled. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import { newId } from '#src/ui/new-id.ts'
import { openBrowser, startApi, storedIn } from '../../../support/editing.ts'

type Fetch = typeof globalThis.fetch

const kinds = ['type', 'publish', 'delete', 'duplicate', 'undo'] as const
type Kind = (typeof kinds)[number]

/** The change of the network before a gesture. With `loseAnswer`, it is lost once it has carried the next write. */
const cuts = ['keep', 'keep', 'cut', 'loseAnswer', 'restore'] as const

const gestures = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), cut: fc.constantFrom(...cuts) }),
  { minLength: 2, maxLength: 7 },
)
type Gestures = readonly { kind: Kind; cut: (typeof cuts)[number] }[]

const createNetwork = () => {
  const state = { isOnline: true, losesAnswer: false }
  const through =
    (fetch: Fetch): Fetch =>
    async (resource, init) => {
      const request = new Request(resource, init)
      if (!state.isOnline) throw new TypeError('The network is lost.')
      const answer = await fetch(request)
      if (request.method !== 'POST' || !state.losesAnswer) return answer
      state.losesAnswer = false
      state.isOnline = false
      throw new TypeError('The answer is lost.')
    }
  return { state, through }
}

/** Makes each gesture with a component of its own, so that their order is of no importance, and returns what is stored. */
const storedAfter = async (made: Gestures, hasCuts: boolean) => {
  const api = await startApi()
  const { state, through } = createNetwork()
  const setup = await openBrowser(api)
  setup.appRef.stop()
  for (const at of made.keys())
    await api.fetch('http://localhost/_api/component/titles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/ld+json' },
      body: JSON.stringify({
        title: `Title ${at}`,
        publishedAt: null,
        componentPositions: [{ componentGroup: setup.group, sortValue: 1000 + at }],
      }),
    })
  const browser = await openBrowser(api, { network: through, isEmbedded: true })
  const positions = browser.positions().slice(-made.length)
  const components = made.map((_, at) =>
    browser.shownAt(browser.positions().indexOf(positions[at]!)),
  )
  const restore = async () => {
    Object.assign(state, { isOnline: true, losesAnswer: false })
    await browser.reconnect()
  }
  for (const [at, { kind, cut }] of made.entries()) {
    const iri = components[at]!['@id']
    if (hasCuts && cut === 'restore') await restore()
    if (hasCuts && cut === 'cut' && kind !== 'undo') state.isOnline = false
    if (hasCuts && cut === 'loseAnswer') state.losesAnswer = true
    if (kind === 'type' || kind === 'publish') browser.type(iri, 'title', `Edited ${at}`)
    await browser.flush()
    if (kind === 'publish') browser.editModeRef.send({ type: 'publish.requested', iri })
    if (kind === 'duplicate') {
      const insertionPoint = insertionPointFor(positions[at]!, 'after', browser.cache.read)!
      const copy = { iri, insertionPoint, isPublic: false, id: newId() }
      browser.editModeRef.send({ type: 'duplicate.requested', ...copy })
    }
    if (kind === 'delete')
      await browser.confirmed(() => browser.editModeRef.send({ type: 'delete.requested', iri }))
    // An action that has waited is not undone before it is done.
    if (kind === 'undo' && browser.waiting().length === 0 && state.isOnline) {
      browser.type(iri, 'title', `Undone ${at}`)
      await browser.flush()
      state.isOnline = !hasCuts || cut !== 'cut'
      await browser.undo()
    }
    await browser.quiet()
  }
  await restore()
  await restore()
  expect(browser.waiting()).toEqual([])
  const stored = await storedIn(browser.group, api.fetch)
  browser.appRef.stop()
  return stored.map(({ live, draft }) => JSON.stringify([live, draft])).toSorted()
}

test('the same site comes of it as without any cut', async () => {
  await fc.assert(
    fc.asyncProperty(gestures, async (made) => {
      expect(await storedAfter(made, true)).toEqual(await storedAfter(made, false))
    }),
    { numRuns: 4, endOnFailure: true },
  )
}, 120_000)

test('what is edited after it was to be published is not published unasked', async () => {
  const api = await startApi()
  const { state, through } = createNetwork()
  const browser = await openBrowser(api, { network: through, isEmbedded: true })
  const iri = browser.shownAt(0)['@id']
  state.isOnline = false
  browser.type(iri, 'title', 'To be published')
  await browser.flush()
  browser.editModeRef.send({ type: 'publish.requested', iri })
  await browser.quiet()
  expect(browser.waiting()).toEqual(['publish.requested'])
  browser.type(iri, 'title', 'Not yet')
  await browser.flush()
  state.isOnline = true
  await browser.reconnect()
  expect(browser.waiting()).toEqual([])
  const [first] = await storedIn(browser.group, api.fetch)
  expect([first!.live?.['title'], first!.draft?.['title']]).toEqual([
    browser.cache.read(iri)?.['title'],
    'Not yet',
  ])
  browser.appRef.stop()
})
