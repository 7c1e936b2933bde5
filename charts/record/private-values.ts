/** Tells the values that a recording never contains: passwords, tokens, recovery codes, cookies and such. */

export interface Privacy {
  /** Names of properties whose values are private, beside the usual ones. */
  names?: readonly string[]
  /** Returns a text without what is private in it, such as a token in a path. */
  redactText?: (text: string) => string
}

/** Stands for a private value. */
export const privateText = '(private)'

const usualNames =
  /passw|passphrase|secret|cookie|authorization|tokens?$|recoverycodes?$|backupcodes?$|apikeys?$|privatekey$|^(code|codes|otp|totp|pin|jwt|csrf|cvc|cvv|iban)$/

/** Properties that say what the value beside them is: `{ name: 'password', value: … }`. */
const naming = ['name', 'property', 'field', 'key', 'path', 'id', 'type', 'format'] as const
const named =
  /^(value|values|text|content|draft|data|input|output|typed|current|previous|saved|initial|defaultvalue|initialvalue)$/

/** A value in the query of an address, or in a header that is written as a text. */
const inText =
  /([?&;#\s](?:[\w-]*(?:password|secret|token|cookie|signature)|code|otp|key|pin)=)[^&#;\s"']+|(\b(?:bearer|basic)\s+)[\w+/=.~-]{8,}/gi

/** Shorter texts are too common to be looked for everywhere. */
const leastSecretLength = 6

/** Tells what is private in the values of a system, and removes it from texts. */
export class Redaction {
  private readonly extra: Set<string>
  private readonly redactText: (text: string) => string
  private readonly known = new Map<string, boolean>()
  private readonly secrets = new Set<string>()
  private secretPattern: RegExp | null = null

  constructor({ names = [], redactText = (text) => text }: Privacy = {}) {
    this.extra = new Set(names.map(normalized))
    this.redactText = redactText
  }

  /** True if the values of properties of this name are private. */
  isPrivate(name: string) {
    const before = this.known.get(name)
    if (before !== undefined) return before
    const word = normalized(name)
    const answer = usualNames.test(word) || this.extra.has(word)
    this.known.set(name, answer)
    return answer
  }

  /** True if the other properties of an object say that the one of this name is private. */
  isNamedPrivate(object: object, name: string) {
    if (!named.test(name.toLowerCase())) return false
    return naming.some((by) => {
      const given: unknown = Object.hasOwn(object, by) ? Reflect.get(object, by) : undefined
      return typeof given === 'string' && given.length < 100 && this.isPrivate(given)
    })
  }

  /** True for a text that is private as a whole. */
  isSecret(text: string) {
    return this.secrets.has(text)
  }

  /** Returns a number that is larger once more is private than before. */
  revision() {
    return this.secrets.size + this.extra.size
  }

  /** Adds names of properties whose values are private from now on. */
  addNames(names: readonly string[]) {
    const before = this.extra.size
    for (const name of names) this.extra.add(normalized(name))
    if (this.extra.size > before) this.known.clear()
  }

  /** Remembers a private text, which is then removed from any other text. */
  addSecret(text: string) {
    if (text.trim().length < leastSecretLength || text === privateText) return
    this.secrets.add(text)
    this.secretPattern = null
  }

  /** Returns a text without what is private in it. */
  redact(text: string) {
    this.secretPattern ??= patternOf(this.secrets)
    return this.redactText(text.replace(this.secretPattern, privateText)).replace(
      inText,
      (_, parameter?: string, scheme?: string) => `${parameter ?? scheme}${privateText}`,
    )
  }
}

const normalized = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** Returns a pattern that finds each of the texts, the longest first; nothing if there are none. */
const patternOf = (texts: ReadonlySet<string>) => {
  if (texts.size === 0) return /(?!)/g
  const sorted = [...texts].toSorted((one, other) => other.length - one.length)
  return new RegExp(sorted.map(escaped).join('|'), 'g')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
