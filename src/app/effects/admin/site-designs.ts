/** The designs of the site's layouts and pages, for the screens of the admin area. */
import type { Design } from '#content/admin/item-fields.ts'
import { type ListName, entryOf } from '#content/admin/resource-lists.ts'
import { withoutPrefix } from '#src/views/registry/registry.ts'
import { headSettings } from '#site/head.ts'
import { kinds } from '#site/kinds.ts'

/** The separator of the title of a page and the name of the site. */
export const titleSeparator = headSettings.separator

const prefixes = { layouts: 'CwaLayout', pages: 'CwaPage' } as const

const designsOf = (list: keyof typeof prefixes) =>
  list === 'layouts' ? kinds.layouts : kinds.templates

/** Returns the name under which a design is stored: layouts with their prefix, pages without one. */
const storedName = (list: keyof typeof prefixes, name: string) => {
  const short = withoutPrefix(name, prefixes[list])!
  return list === 'layouts' ? prefixes.layouts + short : short
}

/**
 * Returns the designs for the items of a list. The one of an item has the name under which it is stored, with a prefix or
 * without, and is among them even if the site does not have it.
 */
export const designsFor = (list: keyof typeof prefixes, stored: string): Design[] => {
  const isStored = (name: string) =>
    withoutPrefix(name, prefixes[list]) === withoutPrefix(stored, prefixes[list])
  const designs = designsOf(list).map(({ name, label, styles = [] }) => ({
    value: isStored(name) ? stored : storedName(list, name),
    label,
    styles,
  }))
  return stored === '' || designs.some(({ value }) => value === stored)
    ? designs
    : [...designs, { value: stored, label: `${stored} (not in this site)`, styles: [] }]
}

/** The labels of the types of page data, by their names in the entry point of the API. */
export const dataTypeLabels: Readonly<Record<string, string>> = Object.fromEntries(
  kinds.data.map(({ type, label }) => [entryOf(type), label]),
)

/** Returns the labels of designs by their names, with a prefix and without. */
export const designLabels = (list: ListName): Record<string, string> =>
  list === 'layouts' || list === 'pages'
    ? Object.fromEntries(
        designsOf(list).flatMap(({ name, label }) => {
          const short = withoutPrefix(name, prefixes[list])!
          return [
            [short, label],
            [prefixes[list] + short, label],
          ]
        }),
      )
    : {}
