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

const checks: Readonly<Record<string, (text: string) => string | null>> = {
  lang: (text) =>
    isLanguageTag(text) ? null : 'Enter a language tag, such as en, de or pt-BR (BCP 47).',
}

/** Returns the reason why a text cannot be the value of a setting, or null. An empty one stands for the default. */
export const findLocaleProblem = (key: string, text: string): string | null =>
  text === '' || !Object.hasOwn(checks, key) ? null : checks[key]!(text)
