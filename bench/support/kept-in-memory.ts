/** Counts what a page keeps in memory, after its garbage has been collected. */
import type { CDPSession, Page } from '@playwright/test'

export interface Kept {
  /** The nodes of all documents, also those that are in none any more. */
  nodes: number
  listeners: number
  /** The actors of all machines, also those that have ended. */
  actors: number
}

export const keptInMemory = async (page: Page): Promise<Kept> => {
  const devtools = await page.context().newCDPSession(page)
  // The first collection may free the last object that holds another one.
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners: listeners } = await devtools.send('Memory.getDOMCounters')
  const actors = await countActors(devtools)
  await devtools.detach()
  return { nodes, listeners, actors }
}

/** Asks the browser for all objects with the prototype of actors. */
const countActors = async (devtools: CDPSession) => {
  const { result: prototype } = await devtools.send('Runtime.evaluate', {
    expression: `(${findActorPrototype})()`,
    objectGroup: 'actors',
  })
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId!,
    objectGroup: 'actors',
  })
  const { result: count } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function () { return this.length }',
  })
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup: 'actors' })
  return Number(count.value)
}

interface Fiber {
  return: Fiber | null
  memoizedProps: { value?: { getSnapshot?: unknown; system?: unknown } } | null
}

/** Finds the root actor, which React provides around the page. Runs in the page, so it refers to nothing outside itself. */
const findActorPrototype = () => {
  const element = document.querySelector('main')!
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber'))!
  let fiber = (element as unknown as Record<string, Fiber>)[key] ?? null
  while (fiber) {
    const value = fiber.memoizedProps?.value
    if (value?.getSnapshot && value.system) return Object.getPrototypeOf(value) as object
    fiber = fiber.return
  }
  throw new Error('There is no actor around the page.')
}
