/** Compares what is hidden while a deletion is being saved with what the API deletes. */
import { expect, test } from 'vitest'
import { deletionsIn, positionsDeletedBy } from '#content/change/pending-deletions.ts'
import { draftOf } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { intent } from '../../../support/sample-change.ts'
import { type Browser, openBrowser, startApi } from '../../../support/editing.ts'

/** Deletes a resource, and compares what was to be hidden with what is gone. */
const checkDeletion = async (browser: Browser, iri: Iri, isDraft = false) => {
  const before = browser.positions()
  const hidden = positionsDeletedBy({ kind: 'delete', iri, isDraft }, browser.cache.read)
  await browser.confirmed(() =>
    browser.editModeRef.send({ type: 'delete.requested', iri, isDraft }),
  )
  const after = browser.positions()
  expect(before.filter((position) => !after.includes(position))).toEqual(hidden)
  return hidden.length
}

test('deleting a component with one version hides its position', async () => {
  const browser = await openBrowser(await startApi())
  expect(await checkDeletion(browser, browser.shownAt(1)['@id'])).toBe(1)
})

test('deleting a position hides it', async () => {
  const browser = await openBrowser(await startApi())
  expect(await checkDeletion(browser, browser.positions()[1]!)).toBe(1)
})

test.each(['the draft', 'the live version'])(
  'deleting %s of a component hides nothing, because the other version is shown',
  async (version) => {
    const browser = await openBrowser(await startApi())
    const { '@id': live } = browser.shownAt(3)
    browser.type(live, 'html', '<p>Draft</p>')
    await browser.flush()
    const draft = draftOf(live, browser.cache.read) ?? browser.shownAt(3)['@id']
    const iri = version === 'the draft' ? draft : live
    expect(await checkDeletion(browser, iri, version === 'the draft')).toBe(0)
  },
)

test('other changes hide nothing', () => {
  expect(deletionsIn([{ id: '1', intent, conflictKeys: [] }])).toEqual([])
})
