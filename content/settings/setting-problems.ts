/** Checks values of settings before they are saved, and finds those that are allowed but rarely meant. */
import { type SiteConfig, maxParameterLength } from '../model/site-config.ts'
import { findSitemapProblem } from '../xml/custom-sitemap.ts'
import { findLocaleProblem } from './locale-problems.ts'
import { findPictureProblem } from './site-pictures.ts'
import { customRules } from './robots-txt.ts'
import { type SettingKey, type SettingsDraft, changedKeys, valueOf } from './settings-draft.ts'

export interface SettingProblem {
  message: string
  /** The place in a text of several lines, counted from 1. */
  position: { line: number; column: number } | null
}

const problemOf = (message: string): SettingProblem => ({ message, position: null })

/** Returns the first line of robots.txt that is no rule (RFC 9309, section 2.2). */
const findRobotsProblem = (text: string): SettingProblem | null => {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => !/^\s*(#|[A-Za-z][\w-]*\s*:|\r?$)/.test(line))
  return index < 0
    ? null
    : {
        message: 'Write a rule, such as “Disallow: /attic”, or begin the line with #.',
        position: { line: index + 1, column: 1 },
      }
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

const checks: Partial<Record<SettingKey, (text: string) => SettingProblem | null>> = {
  sitemapXml: findSitemapProblem,
  robotsText: findRobotsProblem,
  canonicalUrl: (text) =>
    text === '' || isWebAddress(text)
      ? null
      : problemOf('Enter a complete address, such as https://www.example.org.'),
}

/** Returns the reason why a value cannot be saved, or null. Its length is checked before anything else. */
export const findSettingProblem = (
  key: SettingKey,
  value: SiteConfig[SettingKey],
): SettingProblem | null => {
  if (typeof value !== 'string') return null
  if (key !== 'sitemapXml' && value.length > maxParameterLength)
    return problemOf('This text is too long.')
  const problem = findLocaleProblem(key, value) ?? findPictureProblem(key, value)
  return problem === null ? (checks[key]?.(value) ?? null) : problemOf(problem)
}

/** Returns the keys of the changed values that cannot be saved. */
export const refusedKeys = (draft: SettingsDraft) =>
  changedKeys(draft).filter((key) => findSettingProblem(key, valueOf(draft, key)) !== null)

/** True for rules that keep all crawlers from the whole site. */
export const disallowsAll = (robotsText: string) => {
  let isForAll = false
  let isAgentBefore = false
  for (const line of customRules(robotsText).split('\n')) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? []
    const name = field.toLowerCase()
    if (name === 'user-agent') {
      isForAll = value.trim() === '*' || (isAgentBefore && isForAll)
      isAgentBefore = true
    } else if (name) {
      if (name === 'disallow' && isForAll && value.trim() === '/') return true
      isAgentBefore = false
    }
  }
  return false
}

/** True if links and the sitemap name another host than the one at which the site is open. */
export const isOtherOrigin = (canonicalUrl: string, origin: string) =>
  isWebAddress(canonicalUrl) && new URL(canonicalUrl).origin !== origin
