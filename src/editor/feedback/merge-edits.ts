/** Merges two edits of one value, which conflict, so that neither is lost. */
import { compareParts, wordsOf } from '../drafts/compare-texts.ts'

/** The value that both edits began with, and what each has made of it. */
export interface ConflictingEdits<Value> {
  base: Value
  theirs: Value
  mine: Value
}

/**
 * Returns a text with the changes of both edits. Where both have changed the same words, it has theirs before mine, to be
 * edited further by hand.
 */
export const mergeTexts = ({ base, theirs, mine }: ConflictingEdits<string>) =>
  merge({ base: paddedWordsOf(base), theirs: paddedWordsOf(theirs), mine: paddedWordsOf(mine) })
    .map((word, at, words) =>
      endsWithWord.test(words[at - 1] ?? '') && beginsWithWord.test(word) ? ` ${word}` : word,
    )
    .join('')
    .trimEnd()

/** Returns the words of a text. After the last one there is a space, since others may follow it once it is merged. */
const paddedWordsOf = (text: string) => wordsOf(text && `${text} `)

const endsWithWord = /[\p{L}\p{M}\p{N}'’]$/u
const beginsWithWord = /^[\p{L}\p{M}\p{N}'’]/u

/** Does the same with HTML, block by block. */
export const mergeHtml = ({ base, theirs, mine }: ConflictingEdits<string>) =>
  merge({ base: blocksOf(base), theirs: blocksOf(theirs), mine: blocksOf(mine) }).join('')

/** Returns the blocks of HTML, which is parsed in an inert document. */
const blocksOf = (html: string): string[] =>
  [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].flatMap((node) => {
    if (node instanceof HTMLElement) return node.outerHTML
    const { textContent } = node
    if (!textContent?.trim()) return []
    const paragraph = document.createElement('p')
    paragraph.textContent = textContent
    return paragraph.outerHTML
  })

/** The indexes of a list from which, and before which, something is replaced. */
interface Range {
  from: number
  to: number
}

interface Replacement extends Range {
  parts: string[]
}

interface OwnReplacement extends Replacement {
  isMine: boolean
}

/** The replacements of both edits that overlap. */
interface Section extends Range {
  replacements: OwnReplacement[]
}

const merge = ({ base, theirs, mine }: ConflictingEdits<string[]>) => {
  const replacements = [
    ...replacementsOf(base, theirs).map((replacement) => ({ ...replacement, isMine: false })),
    ...replacementsOf(base, mine).map((replacement) => ({ ...replacement, isMine: true })),
  ]
  const merged = sectionsOf(replacements).map((section) => mergeSection(section, base))
  return replaceParts(base, merged, { from: 0, to: base.length })
}

/** Returns what an edit has replaced. Where it has as many parts as before, each of them by itself. */
const replacementsOf = (base: string[], edited: string[]) => {
  const replacements: Replacement[] = []
  let at = 0
  for (const { added, removed, value } of compareParts(base, edited)) {
    const last = replacements.at(-1)
    if (removed) replacements.push({ from: at, to: at + value.length, parts: [] })
    else if (added && last?.to === at) last.parts = value
    else if (added) replacements.push({ from: at, to: at, parts: value })
    if (!added) at += value.length
  }
  return replacements.flatMap((replacement) => {
    const { from, to, parts } = replacement
    return parts.length === to - from
      ? parts.map((part, index) => ({ from: from + index, to: from + index + 1, parts: [part] }))
      : replacement
  })
}

/** Groups what overlaps: replacements of the same parts, and insertions at the same index. */
const sectionsOf = (replacements: readonly OwnReplacement[]) => {
  const sections: Section[] = []
  for (const replacement of replacements.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const { from, to } = replacement
    const last = sections.at(-1)
    if (last && (from < last.to || to === last.from)) {
      last.to = Math.max(last.to, to)
      last.replacements.push(replacement)
    } else sections.push({ from, to, replacements: [replacement] })
  }
  return sections
}

/** Returns what the only edit has made of a section, or all that two have made of it. */
const mergeSection = ({ replacements, ...range }: Section, base: string[]): Replacement => {
  const ofEach = [false, true].map((isMine) =>
    replacements.filter((replacement) => replacement.isMine === isMine),
  )
  const [first = [], second] = ofEach
    .filter(({ length }) => length > 0)
    .map((own) => replaceParts(base, own, range))
  const parts = second ? compareParts(first, second).flatMap(({ value }) => value) : first
  return { ...range, parts }
}

/** Returns a range of a list in which parts are replaced. */
const replaceParts = (
  list: string[],
  replacements: readonly Replacement[],
  { from, to }: Range,
): string[] => {
  let at = from
  const replaced = replacements.flatMap((replacement) => {
    const kept = list.slice(at, replacement.from)
    at = replacement.to
    return [...kept, ...replacement.parts]
  })
  return [...replaced, ...list.slice(at, to)]
}
