/** The requests that save the components of page data, which are edited with it in one form. */
import type { Iri } from '../model/iri.ts'
import { isLive } from '../model/publish-state.ts'
import { textIn } from '../model/text-in.ts'
import {
  type ItemDraft,
  type ItemForm,
  type PartType,
  shownFields,
  shownValue,
  storedValuesOf,
} from './item-form.ts'
import { type Publication, publicationOf } from './item-publication.ts'
import type { ItemVersion } from './item-version.ts'

/** The request that saves one component: a new one without an IRI, of another the version that was read. */
export interface PartRequest {
  /** The property of the page data that refers to it. */
  part: string
  endpoint: Iri
  iri: Iri | null
  etag: string | undefined
  body: Readonly<Record<string, unknown>>
  /** True to change what is public at once, without a draft. */
  isLive: boolean
}

interface ChosenPublication {
  publication: Publication
  /** The time in ISO 8601, UTC; null for a draft. */
  publishedAt: string | null
}

const valueInFormat = (form: ItemForm, draft: ItemDraft, format: string) => {
  const field = form.fields.find((one) => one.format === format)
  return field ? String(shownValue(form, draft, field)) : ''
}

/** Returns what is chosen for all components, with the time at which they are published. */
const chosenIn = (form: ItemForm, draft: ItemDraft, now: string): ChosenPublication => {
  const stored = form.version ? publicationOf(form.version) : 'draft'
  const publication = (valueInFormat(form, draft, 'publication') || stored) as Publication
  if (publication === 'published') return { publication, publishedAt: now }
  const time = new Date(valueInFormat(form, draft, 'publicationTime'))
  const isTime = publication === 'scheduled' && !Number.isNaN(time.getTime())
  return { publication, publishedAt: isTime ? time.toISOString() : null }
}

const isSameTime = (one: string, other: string | null) =>
  one === (other ?? '') || Date.parse(one) === Date.parse(other ?? '')

/** Returns the date that changes for a draft; nothing for one that keeps its own. */
const newDate = ({ resource }: ItemVersion, { publishedAt }: ChosenPublication) =>
  isSameTime(textIn(resource, 'publishedAt'), publishedAt) ? {} : { publishedAt }

/** Returns the body that changes a component; one without properties changes nothing. */
const changesOf = (
  version: ItemVersion,
  values: Readonly<Record<string, unknown>>,
  { type, chosen }: { type: PartType; chosen: ChosenPublication },
) => {
  if (!type.isPublishable) return values
  if (!isLive(version.resource)) return { ...values, ...newDate(version, chosen) }
  const isScheduled = chosen.publication === 'scheduled' && Object.keys(values).length > 0
  return isScheduled ? { ...values, publishedAt: chosen.publishedAt } : values
}

/**
 * Returns the requests that save the components of a draft, those that are new first filled in. Where they are published,
 * a change is public at once; otherwise it is a draft beside what is public.
 */
export const partRequests = (form: ItemForm, draft: ItemDraft, now: string): PartRequest[] => {
  const chosen = chosenIn(form, draft, now)
  const shown = shownFields(form, draft)
  return Object.entries(form.parts ?? {}).flatMap(([part, type]): PartRequest[] => {
    const version = form.version?.parts?.[part]
    const fields = shown.filter((field) => field.part === part)
    const values = storedValuesOf(form, draft, { fields, isNew: version === undefined })
    const about = { part, endpoint: type.endpoint, etag: version?.etag }
    if (!version) {
      const body = { ...values, ...(type.isPublishable && { publishedAt: chosen.publishedAt }) }
      const isFilled = Object.values(values).some((value) => value !== false)
      return isFilled ? [{ ...about, iri: null, body, isLive: false }] : []
    }
    const body = changesOf(version, values, { type, chosen })
    if (Object.keys(body).length === 0) return []
    const isPublic = isLive(version.resource) && chosen.publication === 'published'
    return [{ ...about, iri: version.resource['@id'], body, isLive: isPublic }]
  })
}
