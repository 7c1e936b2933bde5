import { expect, test } from 'vitest'
import { bulkConsequences, nothingPublished } from '#content/admin/bulk-change.ts'

const nothing = {
  ...nothingPublished,
  routes: 0,
  redirects: 0,
  components: 0,
  pages: 0,
  pagesWithoutLayout: 0,
  children: 0,
  path: null,
}

test('says what is hidden from visitors, and what stays public', () => {
  expect(
    bulkConsequences(
      'unpublish',
      {
        ...nothing,
        ended: 1,
        shared: 2,
        undraftable: 1,
        scheduled: 1,
        templatePages: 3,
      },
      1,
    ),
  ).toEqual([
    '1 component is hidden from visitors. Editors still see it.',
    '3 pages that show a selected template are without it, too.',
    '2 components stay public: other pages show them, too.',
    '1 component stays public: the type has no drafts.',
    '1 draft becomes public at the time that was set.',
    'Titles and addresses stay public.',
  ])
})

test('says that nothing would be hidden', () => {
  expect(bulkConsequences('unpublish', nothing, 1)[0]).toBe(
    'Nothing is public that only what you have selected shows.',
  )
})

test('says whose pages are deleted, too: of one template, or of several', () => {
  expect(bulkConsequences('delete', { ...nothing, pages: 3, children: 1 }, 1)).toEqual([
    '3 pages that are shown with it are deleted, too.',
    '1 page below it has no parent any more.',
  ])
  expect(bulkConsequences('delete', { ...nothing, pages: 1, children: 2 }, 2)).toEqual([
    '1 page that is shown with them is deleted, too.',
    '2 pages below them have no parent any more.',
  ])
})
