/** The sentences about what a deletion brings with it, of one item and of several. There is none about a count of 0, or an unknown one. */
import { counted } from '../model/counted.ts'

export const shownPages = (pages: number | null) =>
  pages
    ? [`${counted(pages, 'page that is', 'pages that are')} shown with it are deleted, too.`]
    : []

export const lostAddress = (path: string | null) =>
  path === null ? [] : [`Nothing is found at ${path} any more.`]

export const pagesWithoutLayout = (pages: number | null) =>
  pages
    ? [`${counted(pages, 'page is', 'pages are')} without a layout until you choose another.`]
    : []
