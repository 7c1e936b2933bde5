import { describe, expect, test } from 'vitest'
import { isShownOnce } from '#content/change/component-uses.ts'
import { editedVersion } from '#content/change/edited-version.ts'
import type { Resource } from '#content/model/resource.ts'
import { visibleVersion, visibleVersionAt } from '#content/model/visible-version.ts'
import { readerOf as readerOfAll, resource } from '../support/content/known-resources.ts'

const live = '/component/texts/live'
const draft = '/component/texts/draft'
const position = '/_/component_positions/one'
const publishable = (published: boolean, locationCount = 1) => ({
  _metadata: { publishable: { published, locationCount } },
})

const liveResource = (locationCount?: number) => resource(live, publishable(true, locationCount))
const liveWithDraft = resource(live, { ...publishable(true), draftResource: draft })
const draftOfLive = resource(draft, { ...publishable(false), publishedResource: live })
const newDraft = resource(draft, publishable(false))

const readerOf = (...resources: Resource[]) =>
  readerOfAll([...resources, resource(position, { component: live })])

describe.each([
  ['both versions', readerOf(liveWithDraft, draftOfLive), live, draft, live],
  ['both versions, given the draft', readerOf(liveWithDraft, draftOfLive), draft, draft, live],
  ['a live version alone', readerOf(liveResource()), live, live, live],
  ['a draft alone', readerOf(newDraft), draft, draft, draft],
  ['a draft that somebody else has deleted', readerOf(liveWithDraft), live, live, live],
  ['a live version that is not known', readerOf(draftOfLive), draft, draft, draft],
  ['what is not known', readerOf(), live, null, null],
] as const)('of %s', (_, read, iri, shown, shownAsLive) => {
  test('edit mode shows the draft, if there is one', () => {
    expect(visibleVersion(iri, read)).toBe(shown)
    expect(editedVersion(iri, read)).toBe(shown ?? iri)
  })

  test('edit mode shows the live version, if there is one, where that is asked for', () => {
    expect(visibleVersion(iri, read, true)).toBe(shownAsLive)
  })
})

test('a position shows the same version, and none that is not known', () => {
  expect(visibleVersionAt(position, readerOf(liveWithDraft, draftOfLive))).toBe(draft)
  expect(visibleVersionAt(position, readerOf(liveWithDraft))).toBe(live)
  expect(visibleVersionAt(position, readerOf())).toBe(null)
  expect(visibleVersionAt('/_/component_positions/other', readerOf())).toBe(null)
})

test('only a component of one version in one position is shown once', () => {
  expect(isShownOnce(live, readerOf(liveResource(1)))).toBe(true)
  expect(isShownOnce(draft, readerOf(newDraft))).toBe(true)
  expect(isShownOnce(live, readerOf(liveResource(2)))).toBe(false)
  expect(isShownOnce(draft, readerOf(liveWithDraft, draftOfLive))).toBe(false)
  expect(isShownOnce(live, readerOf())).toBe(false)
})
