/** The name that an editor gives a section of a page: the label of its group. */

/** The number of characters that the API takes. */
export const maxSectionName = 60

/**
 * Returns the label to save once a name was entered in place of the one that is shown: null for none, with which a section has
 * the name by its layout or template; undefined for no change.
 */
export const enteredLabel = (text: string, shown: string) => {
  const name = text.trim()
  return name === shown ? undefined : name || null
}
