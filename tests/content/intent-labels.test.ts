import { expect, test } from 'vitest'
import { intentLabelBefore, intentLabelOf, isIntentKind } from '#content/change/intent-labels.ts'

const iri = '/component/titles/1'

test('a schedule that is canceled is named otherwise than one that is set', () => {
  const publishedAt = '2026-05-01T12:00:00.000Z'
  expect(intentLabelOf({ kind: 'schedule', iri, publishedAt })).toBe('Scheduled')
  expect(intentLabelOf({ kind: 'schedule', iri, publishedAt: null })).toBe('Unscheduled')
  expect(intentLabelOf({ kind: 'publish', iri })).toBe('Published')
})

test('a draft that is discarded is not called a deletion', () => {
  expect(intentLabelOf({ kind: 'delete', iri })).toBe('Deleted')
  expect(intentLabelOf({ kind: 'delete', iri, isDraft: true })).toBe('Discarded draft')
})

test('the end of a publication is named by itself, and before what it belongs to', () => {
  const publishedUntil = '2026-05-01T12:00:00.000Z'
  const set = { kind: 'schedule', iri, publishedUntil } as const
  const removed = { ...set, publishedUntil: null }
  expect(intentLabelOf(set)).toBe('Set the end of the publication')
  expect(intentLabelBefore(set)).toBe('Set the end of the publication of')
  expect(intentLabelOf(removed)).toBe('Removed the end of the publication')
  expect(intentLabelBefore(removed)).toBe('Removed the end of the publication of')
  expect(intentLabelBefore({ kind: 'delete', iri, isDraft: true })).toBe('Discarded draft of')
  expect(intentLabelBefore({ kind: 'delete', iri })).toBe('Deleted')
})

test('an inherited property is no kind', () => {
  expect(isIntentKind('publish')).toBe(true)
  expect(isIntentKind('constructor')).toBe(false)
})
