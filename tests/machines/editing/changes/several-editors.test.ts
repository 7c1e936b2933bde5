/**
 * Two and three editors of one page, in any order, with the real hub and an unreliable network: no word is lost that
 * nobody gave up, nothing is doubled, there is always a way out, and all end with the same site.
 */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { liveAndDraft } from '#content/model/component-versions.ts'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type FieldRef,
  selectIri,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import {
  isConflicting,
  isOrphaned,
  selectRemoteValue,
} from '#machines/editing/changes/save-refusal.ts'
import {
  type Browser,
  type startApi,
  openBrowser,
  startApiWithHeadings,
  storedIn,
} from '../../../support/editing.ts'

/** The steps, the frequent ones twice, and by how many components each may change the page. */
const growth = {
  type: 0,
  flush: 0,
  publish: 0,
  move: 0,
  update: 0,
  mine: 0,
  theirs: 0,
  merge: 0,
  discard: 0,
  disconnect: 0,
  connect: 0,
  loseAnswer: 0,
  duplicate: 1,
  restore: 1,
  delete: -1,
  deleteLive: -1,
  undo: null,
  redo: null,
} as const
type Kind = keyof typeof growth
const frequent: readonly Kind[] = ['type', 'type', 'flush', 'update', 'connect']
const kinds = [...(Object.keys(growth) as Kind[]), ...frequent]

interface Step {
  by: number
  kind: Kind
  at: number
}

const steps = fc.array(
  fc.record<Step>({ by: fc.nat(2), kind: fc.constantFrom(...kinds), at: fc.nat(3) }),
  { minLength: 4, maxLength: 18 },
)

const names = ['a', 'b', 'c']
const wordsIn = (text: unknown) => (typeof text === 'string' ? text.split(' ') : [])

/** A network that can be lost, and can lose the answer of the next write, which the server has then done. */
const createNetwork = () => {
  const state = { isOnline: true, losesAnswer: false }
  const through =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (resource, init) => {
      const request = new Request(resource, init)
      if (!state.isOnline) throw new TypeError('The network is lost.')
      const answer = await fetch(request)
      if (request.method === 'GET' || !state.losesAnswer) return answer
      state.losesAnswer = false
      throw new TypeError('The answer is lost.')
    }
  return { state, through }
}

const openEditor = async (api: Awaited<ReturnType<typeof startApi>>) => {
  const network = createNetwork()
  const isOnline = () => network.state.isOnline
  const browser = await openBrowser(api, { network: network.through, live: { isOnline } })
  return { ...browser, network: network.state }
}
type Editor = Awaited<ReturnType<typeof openEditor>>

/** Opens a page with three headings that are live, in a browser for each editor. */
const openSite = async (count: number) => {
  const { api, group } = await startApiWithHeadings()
  const editors: Editor[] = []
  while (editors.length < count) editors.push(await openEditor(api))
  const stored = () => storedIn(group, api.fetch)
  /** Returns the texts of all headings of the page, live and draft, as they are stored. */
  const storedTexts = async () =>
    (await stored())
      .flatMap(({ live, draft }) => [live, draft])
      .filter((version) => version?.['type'] === 'Title')
      .map((version) => version!['title'])
  return { editors, stored, storedTexts, newestEvent: api.newestEvent }
}
type Site = Awaited<ReturnType<typeof openSite>>

const fieldsOf = (browser: Browser) =>
  Object.values(selectFieldRefs(browser.pendingEditsRef().getSnapshot()))
const pendingTexts = (browser: Browser) =>
  fieldsOf(browser).map((field) => selectPendingValue(field.getSnapshot()))
const refusalOf = (field: FieldRef) => selectSaveRefusalRef(field.getSnapshot())

/** Returns functions that make steps. Each names the words that the step's editor gives up knowingly. */
const createSteps = ({ editors, stored, storedTexts, newestEvent }: Site) => {
  let count = 0
  const typed: string[] = []
  /** The words of which there are copies, which go with a copy that is taken back. */
  const copied = new Set<string>()

  const headings = (browser: Browser) =>
    browser
      .positions()
      .map((position, index) => ({ position, component: browser.shownAt(index) }))
      .filter(({ component }) => component?.['@type'] === 'Title')

  const shownText = (browser: Browser, iri: Iri) => {
    // As on the page, an edit is shown in whichever version of the component is there.
    const versions = Object.values(liveAndDraft(iri, browser.cache.read))
    const field = fieldsOf(browser).find((each) => versions.includes(selectIri(each.getSnapshot())))
    const shown =
      (field && selectPendingValue(field.getSnapshot())) ?? browser.cache.read(iri)?.['title']
    return String(shown ?? '')
  }

  const write = (browser: Browser, iri: Iri, by: number) => {
    count += 1
    const word = `${names[by]!}${count}`
    typed.push(word)
    browser.type(iri, 'title', `${shownText(browser, iri)} ${word}`)
    return []
  }

  /** Deletes what is shown. Its words are given up: those that are stored, and those that this editor has typed. */
  const remove = async (browser: Browser, iri: Iri) => {
    const lost = fieldsOf(browser)
      .filter((field) => selectIri(field.getSnapshot()) === iri)
      .map((field) => selectPendingValue(field.getSnapshot()))
    const before = await storedTexts()
    await browser.confirmed(() => browser.editModeRef.send({ type: 'delete.requested', iri }))
    const kept = new Set((await storedTexts()).flatMap(wordsIn))
    return [...before, ...lost].flatMap(wordsIn).filter((word) => !kept.has(word))
  }

  /** Undoes or redoes. Only words of the editor's own may go by it, by undo also unsaved ones, and those of a copy. */
  const undoOrRedo = async (browser: Browser, by: number, direction: 'undo' | 'redo') => {
    const texts = async () => [
      ...(await storedTexts()),
      ...(direction === 'undo' ? pendingTexts(browser) : []),
    ]
    const before = await texts()
    await browser[direction]()
    const kept = new Set((await texts()).flatMap(wordsIn))
    return before
      .flatMap(wordsIn)
      .filter((word) => word.startsWith(names[by]!) || copied.has(word))
      .filter((word) => !kept.has(word))
  }

  const duplicate = async (browser: Browser, { position, component }: Heading) => {
    const iri = component['@id']
    wordsIn(shownText(browser, iri)).forEach((word) => copied.add(word))
    const insertionPoint = insertionPointFor(position, 'after', browser.cache.read)!
    browser.editModeRef.send({ type: 'duplicate.requested', iri, insertionPoint, isPublic: false })
    await browser.quiet()
  }

  const move = async (browser: Browser, { position }: Heading, at: number) => {
    const order = browser.positions()
    browser.move({ group: browser.group, position, to: at % order.length, order })
    await browser.flush()
  }

  const decide = async (browser: Browser, kind: Kind, field: FieldRef | undefined) => {
    const refusalRef = field && refusalOf(field)
    if (!refusalRef) return []
    const mine = wordsIn(selectPendingValue(field.getSnapshot()))
    const remote = selectRemoteValue(refusalRef.getSnapshot())
    const given: string[] = []
    const isConflict = isConflicting(refusalRef.getSnapshot())
    if (isConflict && kind === 'theirs') {
      given.push(...mine)
      refusalRef.send({
        type: 'remote.accepted',
        value: selectPendingValue(field.getSnapshot()),
      })
    } else if (isConflict && (kind === 'mine' || kind === 'merge')) {
      if (kind === 'mine') given.push(...wordsIn(remote))
      else {
        const merged = [...new Set([...wordsIn(remote), ...mine])].join(' ')
        field.send({ type: 'field.changed', value: merged, stored: null })
      }
      refusalRef.send({ type: 'local.kept' })
    } else if (kind === 'restore') refusalRef.send({ type: 'restore.requested' })
    else if (kind === 'discard') {
      if (!isConflict) given.push(...mine)
      refusalRef.send({ type: 'edits.discarded' })
    }
    await browser.quiet()
    return given
  }

  const disconnect = (browser: Editor) => {
    browser.network.isOnline = false
    browser.hubRef().send({ type: 'connection.lost' })
  }

  const connect = async (browser: Editor) => {
    const waits = browser.waiting().length > 0
    const before = waits ? await storedTexts() : []
    browser.network.isOnline = true
    if (!browser.hubRef().getSnapshot().matches('open'))
      browser.hubRef().send({ type: 'network.restored' })
    await vi.waitUntil(() => browser.hubRef().getSnapshot().matches('open'), { timeout: 15_000 })
    await browser.quiet()
    // The deletions and undos that have waited are carried out now.
    const kept = new Set((waits ? await storedTexts() : []).flatMap(wordsIn))
    return before.flatMap(wordsIn).filter((word) => !kept.has(word))
  }

  /** Waits until a browser knows of every change, and shows them. */
  const update = async (browser: Editor) => {
    if (!browser.network.isOnline) return
    // An edit of somebody else may be saved meanwhile. What could not be read is read again after five seconds.
    const isUpToDate = async () => expect(browser.isUpToDate(await newestEvent())).toBe(true)
    await vi.waitFor(isUpToDate, { timeout: 15_000, interval: 5 })
    browser.liveUpdatesRef().send({ type: 'update.requested' })
  }

  type Heading = ReturnType<typeof headings>[number]

  /** The steps about a component. Each returns the words that are given up, if any. */
  const onHeading: Partial<
    Record<Kind, (browser: Editor, heading: Heading, step: Step) => unknown>
  > = {
    type: (browser, { component }, { by }) => write(browser, component['@id'], by),
    publish: async (browser, { component }) => {
      await browser.flush()
      browser.editModeRef.send({ type: 'publish.requested', iri: component['@id'] })
      await browser.quiet()
    },
    delete: (browser, { component }) => remove(browser, component['@id']),
    deleteLive: (browser, { component: { publishedResource } }) =>
      publishedResource && remove(browser, publishedResource),
    duplicate,
    move: (browser, heading, { at }) => move(browser, heading, at),
  }

  const onPage: Partial<Record<Kind, (browser: Editor, step: Step) => unknown>> = {
    flush: (browser) => browser.flush(),
    update,
    disconnect,
    connect,
    loseAnswer: ({ network }) => void (network.losesAnswer = true),
    undo: async (browser, { by }) => {
      // The keys of undo save what was typed first.
      await browser.flush()
      return undoOrRedo(browser, by, 'undo')
    },
    redo: async (browser, { by }) => {
      await browser.flush()
      return undoOrRedo(browser, by, 'redo')
    },
  }

  const make = async (step: Step): Promise<readonly string[]> => {
    const { kind, at } = step
    const browser = editors[step.by]!
    const shown = headings(browser)
    const heading = shown[at % Math.max(shown.length, 1)]
    const act = onHeading[kind]
    if (act) return ((heading && (await act(browser, heading, step))) ?? []) as readonly string[]
    const actOnPage = onPage[kind]
    if (actOnPage) return ((await actOnPage(browser, step)) ?? []) as readonly string[]
    const refused = fieldsOf(browser).filter((field) => refusalOf(field))
    return decide(browser, kind, refused[at % Math.max(refused.length, 1)])
  }

  /** Saves everything, merges conflicts and restores what was deleted, until nothing waits for a decision. */
  const settle = async (browser: Editor) => {
    browser.network.losesAnswer = false
    const given = await connect(browser)
    for (let round = 0; round < 20; round += 1) {
      await browser.flush()
      const refused = fieldsOf(browser).find((field) => refusalOf(field))
      if (!refused) return given
      const isDeleted = isOrphaned(refusalOf(refused)!.getSnapshot())
      await decide(browser, isDeleted ? 'restore' : 'merge', refused)
    }
    throw new Error('Something still waits for a decision.')
  }

  /** Gives up the moves that cannot be saved, since what they were about is gone. */
  const discardMoves = async (browser: Editor) => {
    browser.discardMoves()
    await browser.quiet()
  }

  const componentCount = async () => (await stored()).length
  return { make, settle, update, discardMoves, componentCount, typed }
}

/** Expects that nothing was doubled by a step: neither a component nor a word. */
const expectNothingDoubled = (
  texts: readonly unknown[],
  grown: number,
  step: Step,
  waiting: readonly string[],
) => {
  const bounds = [boundsOf(growth[step.kind]), ...waiting.map((type) => boundsOf(growthBy(type)))]
  const least = bounds.reduce((sum, [min]) => sum + min, 0)
  const most = bounds.reduce((sum, [, max]) => sum + max, 0)
  expect(grown, JSON.stringify(step)).toBeGreaterThanOrEqual(least)
  expect(grown, JSON.stringify(step)).toBeLessThanOrEqual(most)
  for (const text of texts) expect([...new Set(wordsIn(text))]).toEqual(wordsIn(text))
}

/** Returns by how many components an action changes the page that has waited for the network. */
const growthBy = (type: string) =>
  type === 'duplicate.requested' ? 1 : type === 'delete.requested' ? -1 : null

const boundsOf = (by: number | null): [least: number, most: number] =>
  by === null ? [-1, 1] : [Math.min(by, 0), Math.max(by, 0)]

const check = async (count: number, wanted: readonly Step[]) => {
  const site = await openSite(count)
  const { editors, stored, storedTexts } = site
  const { make, settle, update, discardMoves, componentCount, typed } = createSteps(site)
  const givenUp = new Set<string>()
  const missing = async () => {
    const held = new Set(
      [...(await storedTexts()), ...editors.flatMap(pendingTexts)].flatMap(wordsIn),
    )
    return typed.filter((word) => !held.has(word) && !givenUp.has(word))
  }
  for (const each of wanted) {
    const step = { ...each, by: each.by % count }
    const before = await componentCount()
    const waiting = step.kind === 'connect' ? editors[step.by]!.waiting() : []
    for (const word of await make(step)) givenUp.add(word)
    expect(await missing(), JSON.stringify(step)).toEqual([])
    expectNothingDoubled(await storedTexts(), (await componentCount()) - before, step, waiting)
  }
  for (const editor of editors) for (const word of await settle(editor)) givenUp.add(word)
  for (const editor of editors) await discardMoves(editor)
  expect(editors.flatMap(pendingTexts).filter((text) => text !== undefined)).toEqual([])
  expect(await missing()).toEqual([])
  for (const editor of editors) {
    await update(editor)
    expect(editor.contents()).toEqual(await stored())
  }
  for (const { appRef } of editors) appRef.stop()
}

test.each([2, 3])(
  '%i editors: no word is lost that nobody gave up, and all end with the same site',
  async (count) => {
    await fc.assert(
      fc.asyncProperty(steps, (wanted) => check(count, wanted)),
      { numRuns: 5, endOnFailure: true },
    )
  },
  240_000,
)

test('a draft that a colleague publishes meanwhile is edited further after an outage', async () => {
  await check(2, [
    { by: 0, kind: 'type', at: 0 },
    { by: 0, kind: 'flush', at: 0 },
    { by: 1, kind: 'update', at: 0 },
    { by: 0, kind: 'disconnect', at: 0 },
    { by: 1, kind: 'publish', at: 0 },
    { by: 0, kind: 'type', at: 0 },
    { by: 0, kind: 'connect', at: 0 },
  ])
}, 60_000)
