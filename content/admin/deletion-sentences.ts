/** The sentences about what a deletion brings with it, of one item and of several. There is none about a count of 0, or an unknown one. */
import { counted } from '../model/counted.ts'

const pronoun = (members: number) => (members === 1 ? 'it' : 'them')

/** Returns the sentence about the pages that are shown with what is deleted: `members` of them. */
export const shownPages = (pages: number | null, members = 1) => {
  if (!pages) return []
  const shown = counted(pages, 'page that is', 'pages that are')
  return [`${shown} shown with ${pronoun(members)} ${pages === 1 ? 'is' : 'are'} deleted, too.`]
}

export const lostAddress = (path: string | null) =>
  path === null ? [] : [`Nothing is found at ${path} any more.`]

export const pagesWithoutLayout = (pages: number | null) =>
  pages
    ? [`${counted(pages, 'page is', 'pages are')} without a layout until you choose another.`]
    : []

/** Returns the sentence about the pages that are below what is deleted: `members` of them. */
export const pagesWithoutParent = (children: number | null, members = 1) => {
  if (!children) return []
  const have = children === 1 ? 'has' : 'have'
  const pages = counted(children, 'page', 'pages')
  return [`${pages} below ${pronoun(members)} ${have} no parent any more.`]
}
