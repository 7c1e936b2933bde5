/**
 * Which topics a subscriber asks for, in the words of today's Mercure and of its draft 1.0, one beside the other:
 *
 * - `topic=`: an address, `*`, or a URI template, in which `{…}` stands for anything but a query;
 * - `match=` (or `match_exact=`): an address or `*`; `match_urlpattern=`: a URL pattern. The draft before spelled these
 *   `matchExact` and `matchURLPattern`. Any other name that begins with `match` is refused, as the draft wants it.
 *
 * An address is absolute, relative to the API, or a bare IRI: paths are ids too. Of URL patterns `:name`, `*`, `{…}` and
 * `{…}?` are understood; with regular expressions in them a stranger could keep the hub busy, so these are refused.
 *
 * https://mercure.rocks/spec
 * https://github.com/dunglas/mercure/blob/main/spec/mercure.md
 * https://urlpattern.spec.whatwg.org
 */
import { safeDecodeUri } from '#content/page/location.ts'
import { problem } from '../http/problem.ts'
import { apiBase } from '../http/content-endpoint.ts'
import { type Gap, type Step, createMatcher, countPositions } from './topic-matcher.ts'

export interface TopicSelectors {
  /** The same for all who ask for the same: what one of them wants need not be found out for the others. */
  key: string
  want: (topic: string) => boolean
  /** How many operations each character of a topic takes. */
  words: number
}

const mostTopics = 100
const longest = 1_000
const mostGaps = 10
const mostAlternatives = 8
/** In all patterns of a subscription together: an event costs each subscriber as many operations as these have words. */
const mostPlaces = 4_096

const refused = (detail: string) => problem(400, { detail })

/** What of a topic a pattern is held against: its IRI or its whole address, with its query or without. */
const subjects = {
  iri: (topic: string) => topic,
  path: (topic: string) => topic.split('?', 1)[0]!,
  address: (topic: string, base: string) => base + topic,
  addressPath: (topic: string, base: string) => base + topic.split('?', 1)[0]!,
}
type Subject = keyof typeof subjects

interface Pattern {
  subject: Subject
  steps: Step[]
}

const fewGaps = (steps: Step[]) => {
  if (steps.filter((step) => typeof step === 'object').length > mostGaps) {
    throw refused('This topic has too many variable parts.')
  }
  return steps
}

const templatePattern = (template: string): Pattern => {
  const [first = '', ...rest] = template.split(/\{[^{}]*\}/)
  const gap: Gap = { stops: '?', mayBeEmpty: false }
  const steps = [...first.split(''), ...rest.flatMap((text): Step[] => [gap, ...text.split('')])]
  return { subject: 'iri', steps: fewGaps(steps) }
}

/** What follows a name, a group or an asterisk and is no plain text. */
const pieces = /\\(.)|:([A-Za-z_]\w*)|(\*)|\{([^{}]*)\}(\?)?|([(){}])|(.)/gsu

const stepsOf = (pattern: string): Step[][] => {
  let alternatives: Step[][] = [[]]
  const append = (...steps: Step[]) => alternatives.forEach((known) => known.push(...steps))
  let before = ''
  for (const [piece, escaped, name, star, group, isOptional, brace, character] of pattern.matchAll(
    pieces,
  )) {
    const isModifier = /^[?+*]$/.test(piece) && before !== ''
    if (brace || isModifier) throw refused('Such URL patterns are not understood here.')
    if (name) append({ stops: '/?', mayBeEmpty: false })
    else if (star) append({ stops: '', mayBeEmpty: true })
    else if (group !== undefined) {
      const within = stepsOf(group).flatMap((inner) =>
        alternatives.map((known) => [...known, ...inner]),
      )
      alternatives = isOptional ? [...alternatives, ...within] : within
    } else append(...(escaped ?? character!).split(''))
    if (alternatives.length > mostAlternatives) throw refused('This URL pattern has too many ways.')
    before = name || star || (group !== undefined && !isOptional) ? piece : ''
  }
  return alternatives
}

const urlPatterns = (pattern: string): Pattern[] =>
  stepsOf(pattern).map((steps) => {
    // Without a word about the query, any will do.
    const hasQuery = steps.includes('?')
    const isPath = pattern.startsWith('/')
    const subject = isPath ? (hasQuery ? 'iri' : 'path') : hasQuery ? 'address' : 'addressPath'
    return { subject, steps: fewGaps(steps) }
  })

const names = /^(topic|match|match_exact|matchExact|match_urlpattern|matchURLPattern)$/

const everything = '*'

/** Addresses that are wanted as they are, or patterns; `*` for everything. */
const readTopic = (name: string, value: string, base: string) => {
  if (!names.test(name)) throw refused(`There is no such way to say which topics: ${name}.`)
  if (value.length > longest || /\p{Cc}/u.test(value)) throw refused('This is no topic.')
  if (value === everything) return everything
  const known = [base, apiBase].find((prefix) => value.startsWith(`${prefix}/`))
  const bare = known === undefined ? value : value.slice(known.length)
  if (/pattern$/i.test(name)) return { exact: [], patterns: urlPatterns(bare) }
  if (name === 'topic' && bare.includes('{')) {
    return { exact: [], patterns: [templatePattern(bare)] }
  }
  // A route with letters that are no ASCII is asked for as it is written, or as addresses are.
  return { exact: [bare, safeDecodeUri(bare)], patterns: [] }
}

const matchersOf = (patterns: readonly Pattern[]) =>
  (Object.keys(subjects) as Subject[]).flatMap((subject) => {
    const own = patterns.filter((pattern) => pattern.subject === subject)
    return own.length
      ? [{ subjectOf: subjects[subject], ...createMatcher(own.map(({ steps }) => steps)) }]
      : []
  })

/**
 * Reads which topics a query asks for; 400 where it cannot be understood, or asks for more than one subscriber may.
 * `base` is where the API is: `https://site.test/_api`.
 */
export const parseTopicSelectors = (query: URLSearchParams, base: string): TopicSelectors => {
  const asked = [...query].filter(([name]) => name === 'topic' || /^match/i.test(name))
  if (!asked.length) throw refused('Say which topic, or topic=* for all.')
  if (asked.length > mostTopics) throw refused('These are too many topics.')
  const exact = new Set<string>()
  const patterns: Pattern[] = []
  let places = 0
  let wantsAll = false
  for (const [name, value] of asked) {
    const read = readTopic(name, value, base)
    if (read === everything) wantsAll = true
    else {
      for (const address of read.exact) exact.add(address)
      patterns.push(...read.patterns)
      places += read.patterns.reduce((sum, { steps }) => sum + countPositions(steps), 0)
    }
    if (places > mostPlaces) throw refused('These patterns are too many, or too long.')
  }
  if (wantsAll) return { key: everything, words: 0, want: () => true }
  const matchers = matchersOf(patterns)
  return {
    key: JSON.stringify([base, asked]),
    words: matchers.reduce((sum, { words }) => sum + words, 0),
    want: (topic) =>
      exact.has(topic) ||
      matchers.some(({ subjectOf, matches }) => matches(subjectOf(topic, base))),
  }
}
