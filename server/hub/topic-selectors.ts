/**
 * Parses the topics of a subscription, in the syntax of today's Mercure and of its draft 1.0, side by side:
 *
 * - `topic=`: an address, `*`, or a URI template, in which `{…}` stands for anything but a query;
 *
 * - `match=` (or `match_exact=`): an address or `*`; `match_urlpattern=`: a URL pattern. An older draft spelled these
 * `matchExact` and `matchURLPattern`. Any other name that begins with `match` is rejected, as the draft requires.
 *
 * An address is absolute, relative to the API, or a bare IRI: paths are ids too. In URL patterns `:name`, `*`, `{…}`
 * and `{…}?` are supported. Regular expressions are rejected, since a client could keep the hub busy with them.
 *
 * https://mercure.rocks/spec
 *
 * https://github.com/dunglas/mercure/blob/main/spec/mercure.md
 *
 * https://urlpattern.spec.whatwg.org
 */
import { safeDecodeUri } from '#content/navigation/location.ts'
import { InvalidInputError } from '../domain-errors.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { type Gap, type PatternStep, createMatcher, countPositions } from './topic-matcher.ts'

export interface TopicSelectors {
  /** A key that is equal for equal subscriptions, so that their matches are computed once. */
  key: string
  matches: (topic: string) => boolean
  /** The number of operations per character of a topic. */
  costPerCharacter: number
}

const maxTopics = 100
const maxTopicLength = 1_000
const maxGaps = 10
const maxAlternatives = 8
/**
 * The maximum number of positions in all patterns of a subscription. A character of a topic costs one operation for
 * every 32 of them.
 */
const maxPositions = 4_096

/** Returns the part of a topic that a pattern is matched with: its IRI or its whole URL, with or without the query. */
const subjects = {
  iri: (topic: string) => topic,
  path: (topic: string) => topic.split('?', 1)[0]!,
  address: (topic: string, base: string) => base + topic,
  addressPath: (topic: string, base: string) => base + topic.split('?', 1)[0]!,
}
type Subject = keyof typeof subjects

interface Pattern {
  subject: Subject
  steps: PatternStep[]
}

const checkGapCount = (steps: PatternStep[]) => {
  if (steps.filter((step) => typeof step === 'object').length > maxGaps) {
    throw new InvalidInputError('This topic has too many variable parts.')
  }
  return steps
}

const templatePattern = (template: string): Pattern => {
  const [first = '', ...rest] = template.split(/\{[^{}]*\}/)
  const gap: Gap = { stops: '?', mayBeEmpty: false }
  const steps = [
    ...first.split(''),
    ...rest.flatMap((text): PatternStep[] => [gap, ...text.split('')]),
  ]
  return { subject: 'iri', steps: checkGapCount(steps) }
}

/** Matches the tokens of a URL pattern: escaped characters, names, asterisks, groups, braces and plain characters. */
const patternTokens = /\\(.)|:([A-Za-z_]\w*)|(\*)|\{([^{}]*)\}(\?)?|([(){}])|(.)/gsu

const stepsOf = (pattern: string): PatternStep[][] => {
  let alternatives: PatternStep[][] = [[]]
  const append = (...steps: PatternStep[]) =>
    alternatives.forEach((alternative) => alternative.push(...steps))
  let before = ''
  for (const [piece, escaped, name, star, group, isOptional, brace, character] of pattern.matchAll(
    patternTokens,
  )) {
    const isModifier = /^[?+*]$/.test(piece) && before !== ''
    if (brace || isModifier) throw new InvalidInputError('This URL pattern is not supported.')
    if (name) append({ stops: '/?', mayBeEmpty: false })
    else if (star) append({ stops: '', mayBeEmpty: true })
    else if (group !== undefined) {
      const within = stepsOf(group).flatMap((inner) =>
        alternatives.map((steps) => [...steps, ...inner]),
      )
      alternatives = isOptional ? [...alternatives, ...within] : within
    } else append(...(escaped ?? character!).split(''))
    if (alternatives.length > maxAlternatives)
      throw new InvalidInputError('This URL pattern has too many alternatives.')
    before = name || star || (group !== undefined && !isOptional) ? piece : ''
  }
  return alternatives
}

const urlPatterns = (pattern: string): Pattern[] =>
  stepsOf(pattern).map((steps) => {
    // A pattern without a query matches any query.
    const hasQuery = steps.includes('?')
    const isPath = pattern.startsWith('/')
    const subject = isPath ? (hasQuery ? 'iri' : 'path') : hasQuery ? 'address' : 'addressPath'
    return { subject, steps: checkGapCount(steps) }
  })

const selectorNames = /^(topic|match|match_exact|matchExact|match_urlpattern|matchURLPattern)$/

const allTopics = '*'

/** Is one object for all its subscribers, since most subscribe to every topic, and there are many. */
const allTopicSelectors: TopicSelectors = {
  key: allTopics,
  costPerCharacter: 0,
  matches: () => true,
}

/** Parses one parameter into exact addresses or patterns; returns `*` for all topics. */
const parseTopic = (name: string, value: string, base: string) => {
  if (!selectorNames.test(name))
    throw new InvalidInputError(`Unknown parameter for topics: ${name}.`)
  if (value.length > maxTopicLength || /\p{Cc}/u.test(value))
    throw new InvalidInputError('This is not a valid topic.')
  if (value === allTopics) return allTopics
  const ownPrefix = [base, apiBase].find((prefix) => value.startsWith(`${prefix}/`))
  const bare = ownPrefix === undefined ? value : value.slice(ownPrefix.length)
  if (/pattern$/i.test(name)) return { exact: [], patterns: urlPatterns(bare) }
  if (name === 'topic' && bare.includes('{')) {
    return { exact: [], patterns: [templatePattern(bare)] }
  }
  // Routes with non-ASCII letters may be given as text or percent-encoded.
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
 * Parses the topics in a query. Throws when they are invalid or more than a subscriber may have. `base` is the base
 * URL of the API: `https://site.test/_api`.
 */
export const parseTopicSelectors = (query: URLSearchParams, base: string): TopicSelectors => {
  const parameters = [...query].filter(([name]) => name === 'topic' || /^match/i.test(name))
  if (!parameters.length) throw new InvalidInputError('Name a topic, or use topic=* for all.')
  if (parameters.length > maxTopics) throw new InvalidInputError('There are too many topics.')
  const exact = new Set<string>()
  const patterns: Pattern[] = []
  let positions = 0
  let wantsAll = false
  for (const [name, value] of parameters) {
    const read = parseTopic(name, value, base)
    if (read === allTopics) wantsAll = true
    else {
      for (const address of read.exact) exact.add(address)
      patterns.push(...read.patterns)
      positions += read.patterns.reduce((sum, { steps }) => sum + countPositions(steps), 0)
    }
    if (positions > maxPositions)
      throw new InvalidInputError('There are too many patterns, or they are too long.')
  }
  if (wantsAll) return allTopicSelectors
  const matchers = matchersOf(patterns)
  return {
    key: JSON.stringify([base, parameters]),
    costPerCharacter: matchers.reduce((sum, { words }) => sum + words, 0),
    matches: (topic) =>
      exact.has(topic) ||
      matchers.some(({ subjectOf, matches }) => matches(subjectOf(topic, base))),
  }
}
