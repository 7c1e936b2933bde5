/** Two editors of one page, in any order: no word is lost that neither of them gave up, and both end with the same site. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveAndDraft } from '#content/model/component-versions.ts'
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
import { type Browser, openBrowser, startApi, storedIn } from '../../../support/editing.ts'

const kinds = [
  ...(['type', 'type', 'type', 'flush', 'flush', 'publish', 'undo', 'redo'] as const),
  ...(['delete', 'deleteLive', 'mine', 'theirs', 'merge', 'restore', 'discard'] as const),
] as const

interface Step {
  by: 0 | 1
  kind: (typeof kinds)[number]
  at: number
}

const step = fc.record<Step>({
  by: fc.constantFrom(0, 1),
  kind: fc.constantFrom(...kinds),
  at: fc.nat(2),
})

type Site = Awaited<ReturnType<typeof openSite>>
const wordsIn = (text: unknown) => (typeof text === 'string' ? text.split(' ') : [])

/** Opens a page with three headings that are live, in two browsers. */
const openSite = async () => {
  const api = await startApi()
  const { appRef, group } = await openBrowser(api)
  appRef.stop()
  for (const title of ['one', 'two', 'three'])
    await api.fetch('http://localhost/_api/component/titles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/ld+json' },
      body: JSON.stringify({
        title,
        publishedAt: '2026-05-01T12:00:00+00:00',
        componentPositions: [{ componentGroup: group, sortValue: 0 }],
      }),
    })
  const browsers = [await openBrowser(api), await openBrowser(api)] as const
  /** Returns the texts of all headings of the page, live and draft, as they are stored. */
  const storedTexts = async () =>
    (await storedIn(group, api.fetch))
      .flatMap(({ live, draft }) => [live, draft])
      .filter((version) => version?.['type'] === 'Title')
      .map((version) => version!['title'])
  return { browsers, storedTexts }
}

const fieldsOf = (browser: Browser) =>
  Object.values(selectFieldRefs(browser.pendingEditsRef().getSnapshot()))
const pendingTexts = (browser: Browser) =>
  fieldsOf(browser).map((field) => selectPendingValue(field.getSnapshot()))
const refusalOf = (field: FieldRef) => selectSaveRefusalRef(field.getSnapshot())

/** Returns a function that makes one step. It names the words that the step's editor gives up knowingly. */
const createSteps = ({ browsers, storedTexts }: Site) => {
  let count = 0
  const typed: string[] = []

  const headings = (browser: Browser) =>
    browser
      .positions()
      .map((_, index) => browser.shownAt(index))
      .filter((component) => component?.['@type'] === 'Title')

  const write = (browser: Browser, iri: Iri, by: number) => {
    // As on the page, an edit is shown in whichever version of the component is there.
    const versions = Object.values(liveAndDraft(iri, browser.cache.read))
    const field = fieldsOf(browser).find((each) => versions.includes(selectIri(each.getSnapshot())))
    const shown =
      (field && selectPendingValue(field.getSnapshot())) ?? browser.cache.read(iri)?.['title']
    count += 1
    const word = `${'ab'[by]}${count}`
    typed.push(word)
    browser.type(iri, 'title', `${String(shown ?? '')} ${word}`)
    return []
  }

  /** Deletes what is shown. Its words are given up: those that are stored, and those that this editor has typed. */
  const remove = async (browser: Browser, iri: Iri) => {
    const lost = fieldsOf(browser)
      .filter((field) => selectIri(field.getSnapshot()) === iri)
      .map((field) => selectPendingValue(field.getSnapshot()))
    const before = await storedTexts()
    await browser.confirmed(() => browser.editModeRef.send({ type: 'delete.requested', iri }))
    const after = await storedTexts()
    const kept = new Set(after.flatMap(wordsIn))
    return [...before, ...lost].flatMap(wordsIn).filter((word) => !kept.has(word))
  }

  /** Undoes or redoes. Only words of the editor's own may go by it. */
  const travel = async (browser: Browser, by: number, direction: 'undo' | 'redo') => {
    const before = await storedTexts()
    await browser[direction]()
    const kept = new Set((await storedTexts()).flatMap(wordsIn))
    return before.flatMap(wordsIn).filter((word) => word.startsWith('ab'[by]!) && !kept.has(word))
  }

  const decide = async (browser: Browser, kind: Step['kind'], field: FieldRef | undefined) => {
    const refusalRef = field && refusalOf(field)
    if (!refusalRef) return []
    const mine = wordsIn(selectPendingValue(field.getSnapshot()))
    const remote = selectRemoteValue(refusalRef.getSnapshot())
    const given: string[] = []
    const isConflict = isConflicting(refusalRef.getSnapshot())
    if (isConflict && kind === 'theirs') {
      given.push(...mine)
      refusalRef.send({ type: 'remote.accepted' })
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

  const make = async ({ by, kind, at }: Step): Promise<readonly string[]> => {
    const browser = browsers[by]
    const shown = headings(browser)
    const heading = shown[at % Math.max(shown.length, 1)]
    if (kind === 'flush') await browser.flush()
    else if (kind === 'undo' || kind === 'redo') {
      // The keys of undo save what was typed first.
      await browser.flush()
      return travel(browser, by, kind)
    } else if (kind === 'type') return heading ? write(browser, heading['@id'], by) : []
    else if (kind === 'publish') {
      await browser.flush()
      if (heading) browser.editModeRef.send({ type: 'publish.requested', iri: heading['@id'] })
      await browser.quiet()
    } else if (kind === 'delete') return heading ? remove(browser, heading['@id']) : []
    else if (kind === 'deleteLive')
      return heading?.publishedResource ? remove(browser, heading.publishedResource) : []
    else {
      const refused = fieldsOf(browser).filter((field) => refusalOf(field))
      return decide(browser, kind, refused[at % Math.max(refused.length, 1)])
    }
    return []
  }

  /** Saves everything, merges conflicts and restores what was deleted, until nothing waits for a decision. */
  const settle = async (browser: Browser) => {
    for (let round = 0; round < 20; round += 1) {
      await browser.flush()
      const refused = fieldsOf(browser).find((field) => refusalOf(field))
      if (!refused) return
      const refusalRef = refusalOf(refused)!
      const isDeleted = isOrphaned(refusalRef.getSnapshot())
      await decide(browser, isDeleted ? 'restore' : 'merge', refused)
    }
    throw new Error('Something still waits for a decision.')
  }
  return { make, settle, typed }
}

const check = async (steps: readonly Step[]) => {
  const site = await openSite()
  const { browsers, storedTexts } = site
  const { make, settle, typed } = createSteps(site)
  const givenUp = new Set<string>()
  const missing = async () => {
    const held = new Set(
      [...(await storedTexts()), ...browsers.flatMap(pendingTexts)].flatMap(wordsIn),
    )
    return typed.filter((word) => !held.has(word) && !givenUp.has(word))
  }
  for (const each of steps) {
    for (const word of await make(each)) givenUp.add(word)
    expect(await missing(), JSON.stringify(each)).toEqual([])
  }
  for (const browser of browsers) await settle(browser)
  expect(browsers.flatMap(pendingTexts).filter((text) => text !== undefined)).toEqual([])
  expect(await missing()).toEqual([])
  for (const { appRef } of browsers) appRef.stop()
}

test('no word is lost that nobody gave up', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), check), {
    numRuns: 8,
    endOnFailure: true,
  })
}, 240_000)
