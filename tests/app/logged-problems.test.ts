/** Runs machines with their real effects and reads what they write to the console. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import { deferred } from '#src/app/effects/deferred-effects.ts'
import { type Browser, openBrowser, startApi } from '../support/editing.ts'

const write = vi.spyOn(console, 'error').mockReturnValue()
afterEach(() => {
  write.mockClear()
})

const addTitle = async ({ editModeRef, positions, cache, quiet }: Browser) => {
  const insertionPoint = insertionPointFor(positions()[0]!, 'after', cache.read)!
  editModeRef.send({ type: 'add.requested', insertionPoint })
  const addRef = editModeRef.getSnapshot().children.addResource!
  const endpoint = '/component/titles'
  addRef.send({
    type: 'kind.selected',
    kind: { type: 'Title', endpoint, publishable: true, instantAdd: false },
  })
  addRef.send({ type: 'insert.requested' })
  const stagedRef = addRef.getSnapshot().children.stagedResource!
  stagedRef.send({ type: 'property.changed', property: 'title', value: 'New' })
  stagedRef.send({ type: 'add.confirmed', publish: false, id: '1' })
  await quiet()
}

test('a hub that is not known', () => {
  const input = { hub: null, lastEventId: null, page: null }
  const liveUpdatesRef = createActor(deferred.liveUpdates, { input }).start()
  onTestFinished(() => void liveUpdatesRef.stop())
  expect(write.mock.calls).toEqual([['Cannot initialize Mercure. Hub URL is not set.']])
})

test('an ancestor that is not in the selected stack', async () => {
  const { editModeRef, group } = await openBrowser(await startApi())
  const selectionRef = editModeRef.getSnapshot().children.selection!
  selectionRef.send({ type: 'resource.selected', stack: [group], area: 'page' })
  selectionRef.send({ type: 'ancestor.selected', index: 1 })
  expect(write.mock.calls).toContainEqual(['Cannot select stack index out of range'])
})

test('a new resource that is saved without a position', async () => {
  const withoutPosition = (through: typeof fetch): typeof fetch => {
    const respond: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      const response = await through(request.clone())
      if (request.method !== 'POST') return response
      const body = (await response.json()) as Record<string, unknown>
      return Response.json({ ...body, componentPositions: [] }, response)
    }
    return respond
  }
  await addTitle(await openBrowser(await startApi(), { network: withoutPosition }))
  expect(write.mock.calls).toContainEqual(['Position resource being added not found'])
})

test('nothing of a new resource that is saved with its position', async () => {
  await addTitle(await openBrowser(await startApi()))
  expect(write).not.toHaveBeenCalled()
})

test('nothing of a new resource that is refused', async () => {
  const refused: string[] = []
  const refusing = (through: typeof fetch): typeof fetch => {
    const respond: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.method !== 'POST') return through(request)
      refused.push(new URL(request.url).pathname)
      return Response.json(
        { status: 422, detail: 'Title is refused.', violations: [] },
        { status: 422 },
      )
    }
    return respond
  }
  await addTitle(await openBrowser(await startApi(), { network: refusing }))
  expect(refused).toEqual(['/_api/component/titles'])
  expect(write).not.toHaveBeenCalled()
})
