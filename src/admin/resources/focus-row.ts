import type { Iri } from '#content/model/iri.ts'

/** Returns a function that moves the focus to the name of a row within an element; it returns false if there is none. */
export const focusRowIn = (root: ParentNode) => (iri: Iri) => {
  const names = [...root.querySelectorAll<HTMLElement>('[data-row]')]
  const name = names.find(({ dataset }) => dataset['row'] === iri)
  name?.focus()
  return name !== undefined
}
