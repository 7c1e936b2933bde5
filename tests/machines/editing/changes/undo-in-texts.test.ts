/** Undo and redo of what is typed, at random, with the real API: the states of the texts are one line. */
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { isBusy } from '#machines/editing/changes/change-queue.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { type Browser, openBrowser, startApiWithHeadings } from '../../../support/editing.ts'

afterEach(() => void vi.useRealTimers())

const kinds = ['type', 'type', 'type', 'erase', 'leave', 'pause', 'undo', 'undo', 'redo'] as const

interface Step {
  kind: (typeof kinds)[number]
  /** The text that is typed into, and left. */
  at: number
  /** The number of presses of a key before anything is answered. */
  times: number
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...kinds),
    at: fc.nat(1),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 5, maxLength: 25 },
)

/** Returns what the fields of two headings show: what is typed, or else what is stored. */
const createTexts = (browser: Browser) => {
  const positions = browser.positions().slice(0, 2)
  const components = () => positions.map((_, at) => browser.shownAt(at))
  const values = () =>
    components().map((component) => {
      const fields = selectFieldRefs(browser.pendingEditsRef().getSnapshot())
      const field = fields[`${component['@id']} title`]?.getSnapshot()
      return String(
        field && (field.hasTag('busy') || field.hasTag('unsaved'))
          ? field.context.value
          : component['title'],
      )
    })
  return {
    values,
    write: (at: number, value: string) => browser.type(components()[at]!['@id'], 'title', value),
  }
}

/** The states of both texts, and which of them is shown. */
const createLine = (first: readonly string[]) => {
  let states = [first]
  let now = 0
  return {
    shown: () => states[now]!,
    /** States that look the same on the page are one. */
    add: (state: readonly string[]) => {
      if (String(state) === String(states[now])) return
      states = [...states.slice(0, now + 1), state]
      now += 1
    },
    canUndo: () => now > 0,
    canRedo: () => now < states.length - 1,
    undo: () => void (now = Math.max(0, now - 1)),
    redo: () => void (now = Math.min(states.length - 1, now + 1)),
    length: () => states.length,
  }
}

test('undos step strictly back, and as many redos lead forward again', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { api } = await startApiWithHeadings()
      const browser = await openBrowser(api)
      try {
        await run(browser, script)
      } finally {
        browser.appRef.stop()
      }
    }),
    { numRuns: 12 },
  )
}, 240_000)

const run = async (browser: Browser, script: readonly Step[]) => {
  const texts = createTexts(browser)
  const line = createLine(texts.values())
  const typed = { count: 0, isOpen: false }
  /** Ends the step of undo that is being typed. */
  const settle = async () => {
    await browser.flush()
    line.add(texts.values())
  }
  for (const { kind, at, times } of script) {
    if (kind === 'type') {
      // Another text has the focus, so that the one before it is left.
      if (typed.count > 0) await settle()
      for (let count = 0; count < times; count++)
        texts.write(at, `${texts.values()[at]} ${(typed.count += 1)}`)
    } else if (kind === 'erase') texts.write(at, texts.values()[at]!.replace(/ \d+$/, ''))
    else if (kind === 'leave' || kind === 'pause') await settle()
    else {
      await settle()
      for (let count = 0; count < times; count++) {
        browser.editModeRef.send({ type: `${kind}.requested` })
        line[kind]()
      }
      await browser.quiet()
      expect(isBusy(browser.changeQueueRef.getSnapshot())).toBe(false)
    }
    if (kind === 'undo' || kind === 'redo') expect(texts.values()).toEqual(line.shown())
  }
  await settle()
  const last = texts.values()
  const backwards: string[] = []
  while (line.canUndo()) {
    await browser.undo()
    line.undo()
    expect(texts.values()).toEqual(line.shown())
    expect(String(texts.values())).not.toBe(backwards.at(-1))
    backwards.push(String(texts.values()))
  }
  while (line.canRedo()) {
    await browser.redo()
    line.redo()
    expect(texts.values()).toEqual(line.shown())
  }
  if (backwards.length > 0 && line.length() === backwards.length + 1)
    expect(texts.values()).toEqual(last)
}
