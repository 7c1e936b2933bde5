/** Merges two edits of one value, which conflict, so that neither is lost. */
import { compareParts, wordsOf } from './compare-texts.ts'

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

/** Does the same with HTML, block by block, and word by word in a block without formats. */
export const mergeHtml = ({ base, theirs, mine }: ConflictingEdits<string>) =>
  merge({ base: blocksOf(base), theirs: blocksOf(theirs), mine: blocksOf(mine) }, mergeBlocks).join(
    '',
  )

/** Returns a block with the words of both; null where both have changed the same words, or one of them has formats. */
function mergeBlocks(blocks: ConflictingEdits<string>): string | null {
  const { base, theirs, mine } = blocks
  const elements = [base, theirs, mine].map((block) => nodesOf(block)[0])
  const [baseText, theirText, myText] = elements.map((node) => plainTextOf(node))
  const myEl = elements[2]
  const isSameKind = new Set(elements.map(shellOf)).size === 1
  if (!myEl || !isSameKind || baseText == null || theirText == null || myText == null) return null
  const texts = { base: baseText, theirs: theirText, mine: myText }
  if (!areApart(texts)) return null
  myEl.textContent = mergeTexts(texts)
  return (myEl as Element).outerHTML
}

/** Returns an element without what is in it, such as a picture with its address and description. */
const shellOf = (node: ChildNode | undefined) =>
  node instanceof Element ? (node.cloneNode(false) as Element).outerHTML : node?.nodeName

/** Returns the text of an element that has nothing but text; null for any other. */
const plainTextOf = (node: ChildNode | undefined) =>
  node instanceof Element && node.children.length === 0 ? node.textContent : null

/** True unless both edits have replaced the same words: what both have only inserted is no conflict. */
const areApart = ({ base, theirs, mine }: ConflictingEdits<string>) =>
  sectionsOf(
    replacementsOfBoth({
      base: paddedWordsOf(base),
      theirs: paddedWordsOf(theirs),
      mine: paddedWordsOf(mine),
    }),
  ).every(
    ({ from, to, replacements }) =>
      from === to || new Set(replacements.map(({ isMine }) => isMine)).size === 1,
  )

/** Returns the nodes of HTML, which is parsed in an inert document. */
const nodesOf = (html: string) => [
  ...new DOMParser().parseFromString(html, 'text/html').body.childNodes,
]

const blocksOf = (html: string): string[] =>
  nodesOf(html).flatMap((node) => {
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

/** Merges what both have made of one part; null where that cannot be one part. */
type MergePart = (part: ConflictingEdits<string>) => string | null

const merge = (edits: ConflictingEdits<string[]>, mergePart: MergePart = () => null) => {
  const { base } = edits
  const merged = sectionsOf(replacementsOfBoth(edits)).map((section) =>
    mergeSection(section, base, mergePart),
  )
  return replaceParts(base, merged, { from: 0, to: base.length })
}

const replacementsOfBoth = ({ base, theirs, mine }: ConflictingEdits<string[]>) => [
  ...replacementsOf(base, theirs).map((replacement) => ({ ...replacement, isMine: false })),
  ...replacementsOf(base, mine).map((replacement) => ({ ...replacement, isMine: true })),
]

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
const mergeSection = (
  { replacements, ...range }: Section,
  base: string[],
  mergePart: MergePart,
): Replacement => {
  const ofEach = [false, true].map((isMine) =>
    replacements.filter((replacement) => replacement.isMine === isMine),
  )
  const [first = [], second] = ofEach
    .filter(({ length }) => length > 0)
    .map((own) => replaceParts(base, own, range))
  if (!second) return { ...range, parts: first }
  const part = partOfBoth(base.slice(range.from, range.to), first, second, mergePart)
  const parts = part === null ? compareParts(first, second).flatMap(({ value }) => value) : [part]
  return { ...range, parts }
}

/** Returns what both have made of a single part, if that is one part again. */
const partOfBoth = (
  [base, ...otherBase]: string[],
  [theirs, ...otherTheirs]: string[],
  [mine, ...otherMine]: string[],
  mergePart: MergePart,
) =>
  base !== undefined &&
  theirs !== undefined &&
  mine !== undefined &&
  [otherBase, otherTheirs, otherMine].every(({ length }) => length === 0)
    ? mergePart({ base, theirs, mine })
    : null

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
