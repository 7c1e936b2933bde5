/** Several components are deleted at once, while somebody else edits them. */
import { expect, test } from 'vitest'
import { selectNotifications } from '#machines/app/notifications.ts'
import { type Browser, openBrowser, startApi, storedIn } from '../../../support/editing.ts'

const deleteAll = (browser: Browser, from: number, to: number) => {
  const positions = browser.positions().slice(from, to)
  return browser.confirmed(() =>
    browser.editModeRef.send({ type: 'deleteAll.requested', positions }),
  )
}

const headings = ({ appRef }: Browser) =>
  selectNotifications(appRef.getSnapshot().children.notifications!.getSnapshot()).map(
    ({ heading }) => heading,
  )

test.each(['a new draft', 'a draft that was there'])(
  'words of another editor in %s are not deleted unseen, and are brought back by undo once they were seen',
  async (version) => {
    const api = await startApi()
    const other = await openBrowser(api)
    const write = async (html: string) => {
      other.type(other.shownAt(3)['@id'], 'html', html)
      await other.flush()
    }
    if (version === 'a draft that was there') await write('<p>Before</p>')
    const mine = await openBrowser(api)
    await write('<p>Theirs</p>')
    const before = await storedIn(mine.group, api.fetch)

    await deleteAll(mine, 1, 4)
    expect(await storedIn(mine.group, api.fetch)).toEqual(before)
    expect(mine.contents()).toEqual(before)
    expect(headings(mine)).toEqual(['Not deleted'])

    await deleteAll(mine, 1, 4)
    expect(await storedIn(mine.group, api.fetch)).toHaveLength(before.length - 3)
    await mine.undo()
    expect(mine.contents().map(({ live, draft }) => ({ live, draft }))).toEqual(
      before.map(({ live, draft }) => ({ live, draft })),
    )
  },
)

test('a component is not deleted in its live version while another editor has a draft that was not seen', async () => {
  const api = await startApi()
  const mine = await openBrowser(api)
  const other = await openBrowser(api)
  const { '@id': live } = mine.shownAt(3)
  other.type(other.shownAt(3)['@id'], 'html', '<p>Theirs</p>')
  await other.flush()
  const before = await storedIn(mine.group, api.fetch)
  const remove = () =>
    mine.confirmed(() => mine.editModeRef.send({ type: 'delete.requested', iri: live }))

  await remove()
  expect(await storedIn(mine.group, api.fetch)).toEqual(before)
  expect(mine.contents()).toEqual(before)
  expect(headings(mine)).toEqual(['Not deleted'])

  await remove()
  expect(await storedIn(mine.group, api.fetch)).not.toEqual(before)
  await mine.undo()
  expect(mine.contents().map(({ live: shown, draft }) => ({ live: shown, draft }))).toEqual(
    before.map(({ live: shown, draft }) => ({ live: shown, draft })),
  )
})

test('what another editor has deleted does not keep the others', async () => {
  const api = await startApi()
  const mine = await openBrowser(api)
  const other = await openBrowser(api)
  const { length } = mine.positions()
  await deleteAll(other, 2, 3)
  await deleteAll(mine, 1, 4)
  expect(await storedIn(mine.group, api.fetch)).toHaveLength(length - 3)
})

test('what is deleted although its answer is lost is deleted with the others, and brought back with them', async () => {
  const api = await startApi()
  let deletions = 0
  const mine = await openBrowser(api, {
    network: (fetch) => async (resource, init) => {
      const answer = await fetch(resource, init)
      const isDeletion = resource instanceof Request && resource.method === 'DELETE'
      if (isDeletion && ++deletions === 2) throw new TypeError('Failed to fetch')
      return answer
    },
  })
  const before = await storedIn(mine.group, api.fetch)
  await deleteAll(mine, 1, 4)
  expect(deletions).toBeGreaterThan(1)
  expect(await storedIn(mine.group, api.fetch)).toHaveLength(before.length - 3)
  await mine.undo()
  expect(await storedIn(mine.group, api.fetch)).toEqual(before)
})
