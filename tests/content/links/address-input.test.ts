import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  completeAddress,
  linkError,
  pageQueryOf,
  routeQueryOf,
} from '#content/links/address-input.ts'
import { isLink } from '#content/links/link.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' example.com ', 'https://example.com'],
  ['www.example.co.uk/a?b=c#d', 'https://www.example.co.uk/a?b=c#d'],
  ['müller.example', 'https://müller.example'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['localhost:3000/a', 'https://localhost:3000/a'],
  ['//example.com', 'https://example.com'],
  ['eve@example.com', 'mailto:eve@example.com'],
  ['eve.adams+news@mail.example.com', 'mailto:eve.adams+news@mail.example.com'],
])('%s is completed to %s', (entered, complete) => {
  expect(completeAddress(entered)).toBe(complete)
  expect(linkError(complete)).toBeNull()
})

test.each([
  '',
  '/about',
  '/example.com',
  '#part',
  '?page=2',
  'https://example.com',
  'http://example.com',
  'mailto:eve@example.com',
  'tel:+441234',
  'about',
  'about us',
  'javascript:alert(1)',
  'data:text/html,hi',
  '1.5',
])('%j stays as it is', (entered) => {
  expect(completeAddress(entered)).toBe(entered)
})

test('completing twice is completing once, and never makes a link of a script', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.emailAddress(), fc.domain(), fc.string()), (entered) => {
      const complete = completeAddress(entered)
      expect(completeAddress(complete)).toBe(complete)
      expect(isLink(complete) && /^(?:javascript|data|vbscript):/i.test(complete)).toBe(false)
    }),
  )
})

test.each([
  ['about', 'about'],
  ['/about', '/about'],
  [' Blog post ', 'Blog post'],
  ['', ''],
  ['example.com', null],
  ['eve@example.com', null],
  ['https://', null],
  ['mailto:eve', null],
  ['#part', null],
])('for %j, pages are searched by %j', (entered, query) => {
  expect(pageQueryOf(entered)).toBe(query)
})

test('routes are listed by a text as it is in a path or in a title, and without one all of them', () => {
  expect(routeQueryOf('Blog post')).toEqual({
    path: 'blog-post',
    'page.title': 'Blog post',
    'pageData.title': 'Blog post',
  })
  expect(routeQueryOf('')).toEqual({})
})
