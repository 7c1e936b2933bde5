/** Tells if the components of page data are drafts, published, or published by themselves at a time. */
import { isDraft } from '../model/publish-state.ts'
import type { Resource } from '../model/resource.ts'
import { textIn } from '../model/text-in.ts'
import type { ItemVersion } from './item-version.ts'

export type Publication = 'draft' | 'published' | 'scheduled'

export const publications: readonly { value: Publication; label: string }[] = [
  { value: 'draft', label: 'Draft: only editors see it' },
  { value: 'published', label: 'Published: visitors see it' },
  { value: 'scheduled', label: 'Scheduled: published by itself' },
]

const draftsIn = ({ parts = {} }: ItemVersion): Resource[] =>
  Object.values(parts).flatMap(({ resource }) => (isDraft(resource) ? [resource] : []))

/** Returns the time at which drafts are published by themselves; '' if they are not. */
export const scheduledTime = (version: ItemVersion) =>
  draftsIn(version)
    .map((draft) => textIn(draft, 'publishedAt'))
    .find(Boolean) ?? ''

/** Returns the state of all components: published once none of them is a draft. */
export const publicationOf = (version: ItemVersion): Publication => {
  const drafts = draftsIn(version)
  if (drafts.length === 0 && Object.keys(version.parts ?? {}).length > 0) return 'published'
  const isScheduled = drafts.length > 0 && drafts.every((draft) => textIn(draft, 'publishedAt'))
  return isScheduled ? 'scheduled' : 'draft'
}
