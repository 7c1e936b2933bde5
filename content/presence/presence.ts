/** Tells where the editors of a site are: each tab in which somebody edits has a presence, which all editors are told of. */
import type { Iri } from '../model/iri.ts'

/** The endpoint of presences; that of each tab is at `/_/presences/{id}`. */
export const presencesEndpoint: Iri = '/_/presences'

/** The part of its whereabouts that a tab knows without its page. */
export interface Whereabouts {
  /** The selected resource; null for none. */
  resource: Iri | null
  /** True while something is typed into it. */
  isTyping: boolean
}

/** A tab in which somebody edits. */
export interface Presence {
  '@id': Iri
  /** The account. */
  user: Iri
  username: string
  /** The path of the page that is shown. */
  path: string
  /** Its title, if it has one. */
  pageTitle?: string
  /** The selected resource, as its live version if there is one. */
  resource?: Iri
  isTyping: boolean
}

/** A message of the hub: a presence as it is now, or only its `@id` when it has ended. */
interface PresenceMessage {
  '@id': Iri
}

/** True for a message of the hub about a presence rather than about content. */
export const isPresenceMessage = ({ '@id': iri }: PresenceMessage) =>
  iri.startsWith(`${presencesEndpoint}/`)

/** Returns the presences after a message. */
export const withMessage = (
  presences: readonly Presence[],
  message: PresenceMessage,
): readonly Presence[] => {
  const others = presences.filter((presence) => presence['@id'] !== message['@id'])
  return 'user' in message ? [...others, message as Presence] : others
}

/** Somebody else who edits, in one or several tabs. */
export interface Colleague {
  user: Iri
  username: string
  /** The tab that is nearest: one that shows the same page, and there one in which something is typed or selected. */
  nearest: Presence
  /** The number of the person's color, from 0, by which nobody else who is there is shown as long as there are enough. */
  color: number
}

/** The number of colors that tell people apart. */
const colorCount = 6

/**
 * Returns everybody else who edits, by name. `own` is the account of this tab, `path` the page that it shows. A person has
 * the same color in all browsers, since it depends only on who is there.
 */
export const colleaguesOf = (
  presences: readonly Presence[],
  { own, path }: { own: Iri; path: string },
): Colleague[] => {
  const colors = colorsOf(presences)
  const byUser = new Map<Iri, Presence>()
  for (const presence of presences.toSorted((a, b) => nearness(a, path) - nearness(b, path)))
    byUser.set(presence.user, presence)
  byUser.delete(own)
  return [...byUser]
    .map(([user, nearest]) => ({
      user,
      username: nearest.username,
      nearest,
      color: colors.get(user)!,
    }))
    .toSorted((a, b) => a.username.localeCompare(b.username))
}

const nearness = (presence: Presence, path: string) =>
  (presence.path === path ? 4 : 0) + (presence.isTyping ? 2 : 0) + (presence.resource ? 1 : 0)

/** Returns a color for each account: the one that its IRI chooses, or the next that nobody has taken. */
const colorsOf = (presences: readonly Presence[]) => {
  const users = [...new Set(presences.map(({ user }) => user))].toSorted()
  const colors = new Map<Iri, number>()
  for (const user of users) {
    const taken = new Set(colors.values())
    let color = hashOf(user) % colorCount
    while (taken.has(color) && taken.size < colorCount) color = (color + 1) % colorCount
    colors.set(user, color)
  }
  return colors
}

const hashOf = (text: string) =>
  [...text].reduce((hash, character) => (hash * 31 + character.codePointAt(0)!) % 65_521, 7)

/** Returns one or two letters for a name: the first ones of its first and last word, or the first of its only one. */
export const initialsOf = (name: string) => {
  const words = name.split(/[\s._@-]+/).filter(Boolean)
  const letters = words.map((word) => [...word][0]!)
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase() || '?'
}
