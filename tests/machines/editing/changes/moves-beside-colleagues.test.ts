/** Moves beside those of a colleague which this browser has not heard of yet. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveItem } from '#content/change/moves/pending-moves.ts'
import { isMovedByOthers } from '#content/change/moves/rebase-move.ts'
import { positionsOf } from '#content/model/groups.ts'
import type { ComponentGroup } from '#content/model/resource.ts'
import { selectOrder } from '#machines/editing/changes/reorder.ts'
import { selectPendingMovesRef } from '#machines/editing/changes/pending-edits.ts'
import { moveRefsOf, selectReorder } from '#machines/editing/changes/pending-moves.ts'
import { type Browser, openBrowser, startApi } from '../../../support/editing.ts'

const openSite = async () => {
  const api = await startApi()
  const [mine, theirs] = [await openBrowser(api), await openBrowser(api)]
  const stored = async () => {
    const answer = await api.fetch(`http://localhost/_api${mine.group}`)
    return ((await answer.json()) as ComponentGroup).componentPositions
  }
  return { mine, theirs, stored }
}

const move = async (browser: Browser, from: number, to: number) => {
  const order = browser.positions()
  browser.move({ group: browser.group, position: order[from]!, to, order })
  await browser.flush()
}

const movesRef = (browser: Browser) =>
  selectPendingMovesRef(browser.pendingEditsRef().getSnapshot())

/** Returns the order that a browser shows. */
const shown = (browser: Browser) => {
  const reorderRef = selectReorder(browser.group)(movesRef(browser).getSnapshot())
  return (
    (reorderRef && selectOrder(reorderRef.getSnapshot())) ??
    positionsOf(browser.group, browser.cache.read)
  )
}

const index = fc.nat(5)

test('a move stays where it was made, and only what both have moved is a conflict', async () => {
  await fc.assert(
    fc.asyncProperty(index, index, index, index, async (from, to, theirFrom, theirTo) => {
      const { mine, theirs, stored } = await openSite()
      const before = mine.positions()
      await move(theirs, theirFrom, theirTo)
      const after = await stored()
      const moved = before.filter((position) => isMovedByOthers(position, before, after))
      const wanted = moveItem(before, before[from]!, to)
      await move(mine, from, to)

      const [failure] = mine.unsavedMoves()
      if (failure) {
        expect(failure.kind).toBe('conflict')
        expect(moved).toContain(before[from])
        expect(await stored()).toEqual(after)
        expect(shown(mine)).toEqual(wanted)
        for (const ref of moveRefsOf(movesRef(mine).getSnapshot()))
          ref.send({ type: 'retry.requested' })
        await mine.quiet()
        expect(mine.unsavedMoves()).toEqual([null])
      } else {
        const others = (order: readonly string[]) =>
          order.filter((position) => !moved.includes(position as (typeof moved)[number]))
        expect(others(await stored())).toEqual(others(wanted))
        expect(others(shown(mine))).toEqual(others(wanted))
      }
      if (from !== to) expect(shown(mine)).toEqual(await stored())
      mine.appRef.stop()
      theirs.appRef.stop()
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)
