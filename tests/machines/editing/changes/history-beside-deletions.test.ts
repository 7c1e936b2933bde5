/**
 * Undo and redo beside a colleague who deletes, in any order: "Undone" and "Redone" are said only when the site has changed
 * accordingly, and neither is blocked for good.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectSaveRefusalRef } from '#machines/editing/changes/field.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { isOrphaned } from '#machines/editing/changes/save-refusal.ts'
import {
  type Browser,
  openBrowser,
  startApiWithHeadings,
  storedIn,
} from '../../../support/editing.ts'
import { repeat } from '../../../support/random-gestures.ts'
import { exportSite } from '../../../support/server/site-export.ts'

const kinds = [
  'edit',
  'publish',
  'remove',
  'colleagueDeletes',
  'colleagueDeletesDraft',
  'colleagueDeletesPosition',
  'putBack',
  'undo',
  'redo',
] as const

interface Step {
  kind: (typeof kinds)[number]
  at: number
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...kinds, 'edit', 'putBack', 'undo', 'redo'),
    at: fc.nat(1),
  }),
  { minLength: 4, maxLength: 14 },
)

/** Opens a page with three headings that are live. */
const openSite = async () => {
  const { api } = await startApiWithHeadings()
  const browser = await openBrowser(api)
  const said: string[] = []
  browser.changeQueueRef.on('change.undone', () => said.push('done'))
  browser.changeQueueRef.on('change.redone', () => said.push('done'))
  browser.changeQueueRef.on('undo.failed', ({ isPartial, failure }) =>
    said.push(isPartial ? 'partly' : failure.kind),
  )
  return { api, browser, said, stored: () => exportSite(api.env) }
}
type Site = Awaited<ReturnType<typeof openSite>>

const fieldsOf = (browser: Browser) =>
  Object.values(selectFieldRefs(browser.pendingEditsRef().getSnapshot()))
const orphaned = (browser: Browser) =>
  fieldsOf(browser)
    .map((field) => selectSaveRefusalRef(field.getSnapshot()))
    .filter((ref) => ref && isOrphaned(ref.getSnapshot()))

/** Returns functions that make steps, of which those of undo and redo are checked. */
const createSteps = ({ api, browser, said, stored }: Site) => {
  let count = 0
  /** The undo or redo that was the last step. */
  let last: { direction: string; contents: unknown; isDone: boolean } | null = null
  const { editModeRef } = browser
  /** Returns the stored versions of what the page shows, in no order: this browser has not heard of what else has gone. */
  const contents = async () =>
    (await storedIn(browser.group, api.fetch))
      .map(({ live, draft }) => JSON.stringify({ live, draft }))
      .toSorted()
  const headings = () =>
    browser
      .positions()
      .map((position, index) => ({ position, component: browser.shownAt(index) }))
      .filter(({ component }) => component?.['@type'] === 'Title')
  const erase = (request: string) =>
    api.fetch(`http://localhost/_api${request}`, { method: 'DELETE' })

  /** Undoes or redoes, and compares what is said with what has become of the site. */
  const travel = async (direction: 'undo' | 'redo') => {
    const can = direction === 'undo' ? browser.canUndo() : browser.canRedo()
    const before = await stored()
    const former = await contents()
    said.length = 0
    await browser[direction]()
    const after = await stored()
    expect(said).toHaveLength(can ? 1 : 0)
    if (said[0] === 'done' || said[0] === 'partly') expect(after, said[0]).not.toEqual(before)
    else expect(after, said[0]).toEqual(before)
    // A change that is undone and at once redone, or the reverse, leaves the site as it was.
    const isDone = said[0] === 'done'
    if (last?.isDone && last.direction !== direction && isDone)
      expect(await contents()).toEqual(last.contents)
    last = { direction, contents: former, isDone }
  }

  const actions: Record<Step['kind'], (heading: ReturnType<typeof headings>[number]) => unknown> = {
    edit: ({ component }) => {
      count += 1
      browser.type(component['@id'], 'title', `words ${count}`)
      return browser.flush()
    },
    publish: ({ component }) => {
      editModeRef.send({ type: 'publish.requested', iri: component['@id'] })
      return browser.quiet()
    },
    remove: ({ component }) =>
      browser.confirmed(() =>
        editModeRef.send({ type: 'delete.requested', iri: component['@id'] }),
      ),
    colleagueDeletes: ({ component: { '@id': iri, publishedResource = iri } }) =>
      erase(`${publishedResource as string}?published=true`),
    colleagueDeletesDraft: ({ component: { '@id': iri } }) => erase(`${iri}?published=false`),
    colleagueDeletesPosition: ({ position }) => erase(`${position}?published=true`),
    putBack: async () => {
      orphaned(browser)[0]?.send({ type: 'restore.requested' })
      await browser.quiet()
    },
    undo: () => travel('undo'),
    redo: () => travel('redo'),
  }
  const make = async ({ kind, at }: Step) => {
    const shown = headings()
    const heading = shown[at % shown.length]
    if (kind !== 'undo' && kind !== 'redo') last = null
    if (heading) await actions[kind](heading)
  }
  return { make, travel }
}

const check = async (wanted: readonly Step[]) => {
  const site = await openSite()
  const { browser } = site
  const { make, travel } = createSteps(site)
  for (const step of wanted) await make(step)
  const most = wanted.length * 2
  expect(
    await repeat(browser.canUndo, async () => void (await travel('undo'))),
  ).toBeLessThanOrEqual(most)
  expect(
    await repeat(browser.canRedo, async () => void (await travel('redo'))),
  ).toBeLessThanOrEqual(most)
  browser.appRef.stop()
}

test('says that something is undone or redone only when it is, and goes on with what can be', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (wanted) => check(wanted)),
    { numRuns: 8, endOnFailure: true },
  )
}, 240_000)
