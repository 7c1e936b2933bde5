import { expect, test } from 'vitest'
import {
  enteredPath,
  pathProblem,
  redirectCount,
  redirectsIn,
  suggestedPath,
} from '#content/admin/page-routes.ts'

test.each([
  ['about', '/about'],
  [' /About us/ ', '/About-us'],
  ['/', '/'],
  ['///', '/'],
  ['/a/b/', '/a/b'],
])('saves %j as %s', (entered, path) => {
  expect(enteredPath(entered)).toBe(path)
})

const noPage =
  'No page can be at this path: it has at most five parts, and some, such as /login, belong to the app.'

test.each([
  ['', 'Enter a path, such as /about-us.'],
  ['  ', 'Enter a path, such as /about-us.'],
  ['/a?b', 'A path cannot contain ?, # or %.'],
  ['//b', 'Start the path with a single /.'],
  ['_cwa/pages', noPage],
  ['/login', noPage],
  ['/a/b/c/d/e/f', noPage],
  ['/_api', noPage],
  ['/_api/pages', noPage],
  ['/_apiary', null],
  ['/blog/redirects', 'A path cannot end with “/redirects” or “/children”.'],
  ['/redirects', null],
  ['about', null],
  ['/_cwaters', null],
])('says about %j: %s', (entered, problem) => {
  expect(pathProblem(entered)).toBe(problem)
})

test('suggests the path of the title, beside the one that the page has', () => {
  const page = { owner: '/_/pages/1', title: 'Our Team!', isUndoable: true }
  expect(suggestedPath({ ...page, route: null })).toBe('/our-team')
  const route = {
    iri: '/_/routes//a/b',
    path: '/a/b',
    redirects: [],
    etag: undefined,
    childCount: null,
  }
  expect(suggestedPath({ ...page, route })).toBe('/a/our-team')
})

test('reads a tree of redirects, and nothing else that an API may send', () => {
  const tree = {
    redirectedFrom: [
      {
        '@id': '/_/routes//a',
        path: '/a',
        redirectedFrom: [{ '@id': '/_/routes//b', path: '/b' }],
      },
      '/_/routes//c',
      { path: '/d' },
    ],
  }
  const redirects = redirectsIn(tree)
  expect(redirects).toEqual([
    {
      iri: '/_/routes//a',
      path: '/a',
      redirects: [{ iri: '/_/routes//b', path: '/b', redirects: [] }],
    },
  ])
  expect(redirectCount({ redirects })).toBe(2)
  expect(redirectsIn(null)).toEqual([])
  const circle: Record<string, unknown> = { '@id': '/_/routes//e', path: '/e' }
  circle['redirectedFrom'] = [circle]
  expect(redirectCount({ redirects: redirectsIn(circle) })).toBe(20)
})
