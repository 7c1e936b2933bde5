/** The name that an editor gives a section of a page: the label of its group. */
import { isIriOf } from '../../model/iri.ts'
import type { OutlineItem } from './outline.ts'

/** The number of characters that the API takes. */
export const maxSectionName = 60

/** True for a section that can be renamed here. One of the template of a page is renamed in the template. */
export const isRenamable = ({ iri, scope }: Pick<OutlineItem, 'iri' | 'scope'>) =>
  isIriOf('COMPONENT_GROUP', iri) && scope !== 'template'

/**
 * Returns the label to save once a name was entered in place of the one that is shown: null for none, with which a section has
 * the name by its layout or template; undefined for no change.
 */
export const enteredLabel = (text: string, shown: string) => {
  const name = text.trim()
  return name === shown ? undefined : name || null
}
