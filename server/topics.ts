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
import { decoded } from '#content/location.ts'
import { problem } from './problem.ts'
import { apiBase } from './routes/http.ts'

export interface Topics {
  /** The same for all who ask for the same: what one of them wants need not be found out for the others. */
  key: string
  want: (topic: string) => boolean
}

type Want = (topic: string) => boolean

const mostTopics = 100
const longest = 1_000
const mostGaps = 10
const mostAlternatives = 8

/** A stretch of any length, ended by some characters. */
interface Gap {
  stops: string
  mayBeEmpty: boolean
}
type Step = string | Gap

const refused = (detail: string) => problem(400, { detail })

/** A route with letters that are no ASCII is asked for as it is written, or as addresses are. */
const isExactly = (address: string): Want => {
  const plain = decoded(address)
  return (topic) => topic === address || topic === plain
}

/** One character after the other, in all the places where the pattern could be: never longer than both are long. */
const isLike = (steps: readonly Step[]): Want => {
  const enter = (places: Set<number>, at: number): void => {
    places.add(at)
    const step = steps[at]
    if (typeof step === 'object' && step.mayBeEmpty) enter(places, at + 1)
  }
  return (topic) => {
    let places = new Set<number>()
    enter(places, 0)
    for (const character of topic) {
      const next = new Set<number>()
      for (const at of places) {
        const step = steps[at]
        if (typeof step === 'string') {
          if (step === character) enter(next, at + 1)
        } else if (step && !step.stops.includes(character)) {
          next.add(at)
          enter(next, at + 1)
        }
      }
      if (!next.size) return false
      places = next
    }
    return places.has(steps.length)
  }
}

const fewGaps = (steps: Step[]) => {
  if (steps.filter((step) => typeof step === 'object').length > mostGaps) {
    throw refused('This topic has too many variable parts.')
  }
  return steps
}

const likeTemplate = (template: string): Want => {
  const [first = '', ...rest] = template.split(/\{[^}]*\}/)
  const gap: Gap = { stops: '?', mayBeEmpty: false }
  return isLike(fewGaps([...first, ...rest.flatMap((text): Step[] => [gap, ...text])]))
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
    } else append(escaped ?? character!)
    if (alternatives.length > mostAlternatives) throw refused('This URL pattern has too many ways.')
    before = name || star || (group !== undefined && !isOptional) ? piece : ''
  }
  return alternatives
}

const likePattern = (pattern: string): Want => {
  const ways = stepsOf(pattern).map((steps) => {
    const isIt = isLike(fewGaps(steps))
    // Without a word about the query, any will do.
    return steps.includes('?') ? isIt : (topic: string) => isIt(topic.split('?', 1)[0]!)
  })
  return (topic) => ways.some((isIt) => isIt(topic))
}

const everything: Want = () => true

const names = /^(topic|match|match_exact|matchExact|match_urlpattern|matchURLPattern)$/

const wantOf = (name: string, value: string, base: string): Want => {
  if (!names.test(name)) throw refused(`There is no such way to say which topics: ${name}.`)
  if (value === '*') return everything
  const known = [base, apiBase].find((prefix) => value.startsWith(`${prefix}/`))
  const bare = known === undefined ? value : value.slice(known.length)
  if (/pattern$/i.test(name)) {
    const isLikeIt = likePattern(bare)
    return bare.startsWith('/') ? isLikeIt : (topic) => isLikeIt(base + topic)
  }
  return name === 'topic' && bare.includes('{') ? likeTemplate(bare) : isExactly(bare)
}

/** `base` is where the API is: `https://site.test/_api`. */
export const topicsOf = (query: URLSearchParams, base: string): Topics => {
  const asked = [...query].filter(([name]) => name === 'topic' || /^match/i.test(name))
  if (!asked.length) throw refused('Say which topic, or topic=* for all.')
  if (asked.length > mostTopics) throw refused('These are too many topics.')
  const wants = asked.map(([name, value]) => {
    if (value.length > longest || /\p{Cc}/u.test(value)) {
      throw refused('This is no topic.')
    }
    return wantOf(name, value, base)
  })
  return wants.includes(everything)
    ? { key: '*', want: everything }
    : { key: JSON.stringify([base, asked]), want: (topic) => wants.some((want) => want(topic)) }
}
