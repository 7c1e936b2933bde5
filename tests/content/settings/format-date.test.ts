import { expect, test } from 'vitest'
import { type DateForm, type DateSettings, formatDate } from '#content/settings/format-date.ts'

const date = '2030-12-31T23:30:05Z'
const none: DateSettings = { lang: '', timeZone: '', dateFormat: '' }
const day: DateForm = { dateStyle: 'long', lang: 'en-GB', timeZone: 'UTC' }

test.each<[Partial<DateSettings>, DateForm, string]>([
  [{}, day, '31 December 2030'],
  [{ lang: 'de' }, day, '31. Dezember 2030'],
  [{ timeZone: 'Europe/Berlin' }, day, '1 January 2031'],
  [{ lang: 'de', dateFormat: 'medium' }, day, '31.12.2030'],
  [{ lang: 'de', dateFormat: 'short' }, day, '31.12.30'],
  [{ lang: 'de', dateFormat: 'iso' }, day, '2030-12-31'],
  [{ dateFormat: 'iso' }, { ...day, timeStyle: 'short' }, '2030-12-31 23:30'],
  [{ dateFormat: 'iso' }, { ...day, timeStyle: 'medium' }, '2030-12-31 23:30:05'],
  // Nobody's data has this language.
  [{ lang: 'tlh' }, day, '31 December 2030'],
])('writes for %j', (settings, form, text) => {
  expect(formatDate(date, { ...none, ...settings }, form)).toBe(text)
})

test.each<Partial<DateSettings>>([
  { lang: '"><script>' },
  { timeZone: 'Europe/Atlantis' },
  { dateFormat: 'toString' },
])('keeps the default for %j, which is none of its values', (settings) => {
  expect(formatDate(date, { ...none, ...settings }, day)).toBe('31 December 2030')
})
