/** Checks the settings that decide how a site writes, in the browser before they are saved and on the server. */

/** The maximum number of characters of a language tag; the longest ones in use are half as long. */
const maxTagLength = 70

/** True for a language tag as BCP 47 has it, such as `de` or `pt-BR`. */
const isLanguageTag = (text: string) => {
  if (text.length > maxTagLength) return false
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

const maxZoneLength = 70

/** True for a time zone by its name, such as `Europe/Berlin`; a difference to UTC would be wrong for half of the year. */
const isTimeZone = (text: string) => {
  if (text.length > maxZoneLength || !/^[A-Z]/i.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The formats of dates: their lengths in the language of the site, and that of ISO 8601. */
export const dateFormats = ['short', 'medium', 'long', 'iso'] as const

const checks: Readonly<Record<string, (text: string) => string | null>> = {
  lang: (text) =>
    isLanguageTag(text) ? null : 'Enter a language tag, such as en, de or pt-BR (BCP 47).',
  timeZone: (text) =>
    isTimeZone(text) ? null : 'Enter the name of a time zone, such as Europe/Berlin or UTC.',
  dateFormat: (text) =>
    dateFormats.some((format) => format === text)
      ? null
      : `Choose one of these: ${dateFormats.join(', ')}.`,
}

/** Returns the reason why a text cannot be the value of a setting, or null. An empty one stands for the default. */
export const findLocaleProblem = (key: string, text: string): string | null =>
  text === '' || !Object.hasOwn(checks, key) ? null : checks[key]!(text)
