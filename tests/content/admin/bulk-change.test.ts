import { expect, test } from 'vitest'
import { type BulkConsequences, bulkConsequences } from '#content/admin/bulk-change.ts'

const consequences: BulkConsequences = {
  routes: 0,
  redirects: 0,
  components: 0,
  pages: 3,
  pagesWithoutLayout: 0,
  children: 1,
  drafts: 0,
  path: null,
}

test('says whose pages are deleted, too: of one template, or of several', () => {
  expect(bulkConsequences('delete', consequences, 1)).toEqual([
    '3 pages that are shown with it are deleted, too.',
    '1 page below it has no parent any more.',
  ])
  expect(bulkConsequences('delete', { ...consequences, pages: 1, children: 2 }, 2)).toEqual([
    '1 page that is shown with them is deleted, too.',
    '2 pages below them have no parent any more.',
  ])
})
