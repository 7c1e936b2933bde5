import { expect, test } from 'vitest'
import { addSaved, createUpdateQueue } from '#content/page/update-queue.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'

const { assembledPage, title } = resourcesAt('/about')
const saved = { resource: { ...title, '@id': '/component/titles/elsewhere' as const } }
const about = createUpdateQueue(assembledPage)
const isWatched = (queue: Pick<typeof about, 'shownIris'>) =>
  queue.shownIris.includes(saved.resource['@id'])

test('what is saved on the page is watched from now on', () => {
  expect(isWatched(addSaved(about, saved))).toBe(true)
  expect(isWatched(addSaved(about, saved, { path: '/about', title: 'About' }))).toBe(true)
})

test('what is undone on another page is not, since it is not on this one', () => {
  expect(isWatched(addSaved(about, saved, { path: '/', title: 'Home' }))).toBe(false)
  expect(isWatched(addSaved(about, saved, { path: '/blog', title: 'Blog' }))).toBe(false)
})

test('a page whose path ends like that of this one is another page', () => {
  const page = { path: '/team/about', title: 'About the team' }
  expect(isWatched(addSaved(about, saved, page))).toBe(false)
})

test('nothing is watched on a screen of the app', () => {
  const page = { path: '/about', title: 'About' }
  expect(isWatched(addSaved(createUpdateQueue(null), saved, page))).toBe(false)
})

test('a page without an address is named by its IRI, and its location ends with that', () => {
  const template = { ...about, path: '/_/pages/1' }
  const page = { path: '/_cwa//_/pages/1', title: 'Template' }
  expect(isWatched(addSaved(template, saved, page))).toBe(true)
})
