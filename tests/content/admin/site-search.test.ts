import { describe, expect, test } from 'vitest'
import { type SiteCommand, matchCommands, siteCommands } from '#content/admin/site-commands.ts'
import {
  type FoundGroups,
  failedGroups,
  mediaOption,
  mediaSearchQuery,
  moreMediaOption,
  moreOption,
  optionOf,
  searchGroupsFor,
  searchQuery,
  searchSummary,
} from '#content/admin/site-search.ts'
import { Failure } from '#content/model/failure.ts'
import type { MediaFile } from '#content/pictures/media-library.ts'
import type { Resource, User } from '#content/model/resource.ts'
import { admin } from '../../support/content/sample-resources.ts'

const superAdmin: User = { ...admin, roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_USER'] }
const plainAdmin: User = { ...admin, roles: ['ROLE_ADMIN', 'ROLE_USER'] }
const all = siteCommands({ user: superAdmin, canEdit: true, isEditing: false })
const labels = (commands: readonly SiteCommand[]) => commands.map(({ label }) => label)

describe('commands', () => {
  test.each([
    ['add a page', ['Add a page']],
    ['SIGN out', ['Sign out']],
    ['log out', ['Sign out']],
    ['robots', ['Remove sitemap from robots.txt', 'Custom robots.txt']],
    ['page', ['Pages', 'Edit this page', 'Add a page']],
  ])('“%s” finds %j first', (query, expected) => {
    expect(labels(matchCommands(all, query)).slice(0, expected.length)).toEqual(expected)
  })

  test('those that begin with what is typed come first', () => {
    expect(labels(matchCommands(all, 's')).slice(0, 3)).toEqual([
      'Show keyboard shortcuts',
      'Sign out',
      'Submissions',
    ])
  })

  test('nothing is found for words of no command', () => {
    expect(matchCommands(all, 'goat page')).toEqual([])
  })

  test('a screen without a page cannot be edited, and editing can be ended', () => {
    const viewing = siteCommands({ user: plainAdmin, canEdit: false, isEditing: false })
    expect(labels(viewing)).not.toContain('Edit this page')
    const editing = labels(siteCommands({ user: plainAdmin, canEdit: false, isEditing: true }))
    expect(editing.slice(0, 2)).toEqual(['Review changes', 'Finish editing'])
  })

  test('users are only for super admins', () => {
    const offered = labels(siteCommands({ user: plainAdmin, canEdit: true, isEditing: false }))
    expect(offered).not.toContain('Users')
    expect(offered).not.toContain('Add a user')
    expect(labels(all)).toEqual(expect.arrayContaining(['Users', 'Add a user']))
    expect(searchGroupsFor(plainAdmin)).not.toContain('users')
    expect(searchGroupsFor(superAdmin)).toContain('users')
  })

  test('have ids of their own', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})

const resource = (iri: string, type: string, properties: object): Resource => ({
  '@id': iri,
  '@type': type,
  ...properties,
  _metadata: { persisted: true },
})
const pages = { name: 'pages', dataType: null } as const

describe('results', () => {
  const page = resource('/_/pages/1', 'Page', { reference: 'about', title: 'About us' })

  test('a page opens at its route, or else at the address of its own', () => {
    const [withRoute, without] = [{ ...page, route: '/_/routes//about' }, page]
    expect(optionOf(pages, withRoute)).toEqual({
      id: 'pages-/_/pages/1',
      label: 'about',
      detail: 'About us',
      target: { href: '/about' },
      adminHref: '/_cwa/pages/%2F_%2Fpages%2F1',
    })
    expect(optionOf(pages, without).target).toEqual({ href: '/_cwa/%2F_%2Fpages%2F1' })
  })

  test('data says at which route it is, or else of which type it is', () => {
    const list = { name: 'data', dataType: 'blogArticleData' } as const
    const data = resource('/page_data/blog_article_datas/1', 'BlogArticleData', {
      title: 'Goats',
      page: '/_/pages/2',
    })
    const types = { blogArticleData: 'Blog article' }
    expect(optionOf(list, data, types).detail).toBe('Blog article')
    expect(optionOf(list, { ...data, routePath: '/goats' }, types).detail).toBe('/goats')
  })

  test('a layout and an orphaned route lead to the admin area, where there is nothing else', () => {
    const layout = resource('/_/layouts/1', 'Layout', { reference: 'main' })
    const option = optionOf({ name: 'layouts', dataType: null }, layout)
    expect(option.target).toEqual({ href: '/_cwa/layouts/%2F_%2Flayouts%2F1' })
    expect(option).not.toHaveProperty('adminHref')
    const orphan = resource('/_/routes//old', 'Route', { path: '/old', name: '/old' })
    expect(optionOf({ name: 'routes', dataType: null }, orphan).target).toEqual({
      href: '/_cwa/routes?search=%2Fold',
    })
  })

  test('a list with more leads to all of them', () => {
    expect(moreOption(pages, ' a b ')).toMatchObject({
      label: 'Show all pages found',
      target: { href: '/_cwa/pages?search=a%20b' },
    })
  })

  test('a file of the media library opens on its screen, and more of them in the library', () => {
    const file = resource('/_/media_objects/a.b', 'MediaObject', {
      name: 'Harbour',
      tags: ['sea', 'ships'],
    })
    expect(mediaOption(file as MediaFile)).toEqual({
      id: 'media-/_/media_objects/a.b',
      label: 'Harbour',
      detail: 'sea, ships',
      target: { href: '/_cwa/media/a.b' },
    })
    expect(moreMediaOption(' a b ')).toMatchObject({
      label: 'Show all files found',
      target: { href: '/_cwa/media?search=a%20b' },
    })
    expect(mediaSearchQuery(' sea ')).toEqual({ perPage: '6', partial: 'true', search: 'sea' })
  })

  test('every administrator finds files', () => {
    expect(searchGroupsFor(plainAdmin)).toContain('media')
  })

  test('a group is searched by all that its list is searched by', () => {
    expect(searchQuery('pages', ' about ')).toEqual({
      perPage: '6',
      'order[reference]': 'asc',
      reference: 'about',
      title: 'about',
      uiComponent: 'about',
    })
  })
})

describe('what is said', () => {
  const failed = (failure: Failure) => ({ status: 'failed', options: [], failure }) as const
  const offline = failed(new Failure('offline'))
  const none = { status: 'found', options: [], failure: null } as const

  test('the same cause of all groups is said once', () => {
    const { message } = offline.failure
    const both: FoundGroups = { pages: offline, routes: offline }
    expect(failedGroups(both)).toEqual([{ label: 'The content of the site', message }])
    expect(failedGroups({ ...both, data: none })).toEqual([
      { label: 'Pages', message },
      { label: 'Routes', message },
    ])
    const other = failed(new Failure('unexpected'))
    expect(failedGroups({ pages: offline, routes: other })).toHaveLength(2)
  })

  test.each<[string, FoundGroups, boolean, string]>([
    ['', {}, false, 'Type to search pages, data, routes, settings and actions.'],
    ['x', {}, false, '0 results. Type one more character to search the content.'],
    ['xyz', {}, true, 'Searching…'],
    [' xyz', { pages: none }, false, 'Nothing was found for “xyz”.'],
  ])('of “%s”', (query, found, isBusy, expected) => {
    expect(searchSummary({ query, found, commands: [] }, isBusy)).toBe(expected)
  })
})
