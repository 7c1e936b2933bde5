import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { isVisible, writeTrackerMachine } from '#machines/app/write-tracker.ts'
import { writeTracker } from '#src/app/effects/write-tracker-effects.ts'
import { bindServices } from '#src/app/services/services.ts'
import { createClient } from '#src/api/client.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type OpenEditor, manager, openEditor, title, walkEditor } from '../../support/editor.tsx'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(writeTrackerMachine)
afterEach(cleanup)

const paths = pathsOf(writeTrackerMachine, {
  input: undefined,
  events: [{ type: 'write.started' }, { type: 'write.finished' }],
  distinguishBy: ({ running }) => Math.min(running, 2),
})
const report = (type: 'write.started' | 'write.finished') => (editor: OpenEditor) =>
  editor.happen(() => editor.puppets.watchWrites.send({ type }))
const gestures = {
  'write.started': report('write.started'),
  'write.finished': report('write.finished'),
  'xstate.after.showDelay.writeTracker.writing.waiting': ({ wait }: OpenEditor) => wait(200),
}
const sweepsIn = (element: Element) => element.querySelectorAll('[data-write-sweep]').length
const bar = () => screen.getByRole('region', { name: 'Editor' })

test.each(namedPaths(paths))('%s', async (_, path) => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.user.click(title())
  const ref = editor.appRef.getSnapshot().children.writeTracker!
  await walkEditor(editor, ref, path, gestures)
  expect([sweepsIn(bar()), sweepsIn(manager())]).toEqual(isVisible(path.next) ? [1, 1] : [0, 0])
})

test('hears of each write of the client of the API, also of one that fails, until it is stopped', async () => {
  const answers: ((response: Response) => void)[] = []
  const client = createClient({
    base: 'https://example.org/_api',
    fetch: () => new Promise((resolve) => answers.push(resolve)),
  })
  const ref = createActor(writeTracker)
  const loaded = Promise.resolve({ client })
  bindServices(ref.system, { loadApi: () => loaded } as never)
  ref.start()
  await loaded
  const running = () => ref.getSnapshot().context.running
  const read = client.get('/a')
  const writes = [client.send('PATCH', '/a', {}), client.send('POST', '/a', {})]
  // Others are told where this tab is all the time.
  client.send('PUT', '/_/presences/1', {}).catch(() => {})
  expect(running()).toBe(2)
  await expect.poll(() => answers.length).toBe(4)
  answers[0]!(Response.json({}))
  answers[1]!(Response.json({}))
  answers[2]!(Response.json({}, { status: 422 }))
  await Promise.allSettled([read, ...writes])
  expect(running()).toBe(0)
  ref.stop()
  client.send('POST', '/a', {}).catch(() => {})
  expect(running()).toBe(0)
})

coverage.expectAll()
