import { dequal } from 'dequal/lite'
import type { Resource } from '../model/resource.ts'
import type { HubMessage } from '../page/update-queue.ts'

/** A resource as it was read, with the ETag of that version. */
export interface ItemVersion {
  resource: Resource
  etag: string | undefined
  /** The components of page data that are edited with it, by the properties that refer to them. */
  parts?: Readonly<Record<string, ItemVersion>>
}

/** A resource as it is now, or only its IRI if it was deleted. */
export type OutsideMessage = HubMessage['data']

/** Returns the item and its components. */
const resourcesOf = ({ resource, parts = {} }: ItemVersion) => [
  resource,
  ...Object.values(parts).map((part) => part.resource),
]

/** True for a message about an item, or about one of its components. */
export const isAbout = (version: ItemVersion, message: OutsideMessage) =>
  resourcesOf(version).some((resource) => resource['@id'] === message['@id'])

/** True for a message that a version does not agree with. The one about what was saved here says nothing new. */
const isNews = (version: ItemVersion, message: OutsideMessage) => {
  const known = resourcesOf(version).find((resource) => resource['@id'] === message['@id'])
  const told = Object.entries(message).filter(([name]) => !/^[@_]/.test(name))
  return !known || told.length === 0 || told.some(([name, value]) => !dequal(value, known[name]))
}

/** True if a version is not the latest one, by the messages about it. */
export const isOutdated = (version: ItemVersion | null, messages: readonly OutsideMessage[]) =>
  version !== null && messages.some((message) => isNews(version, message))

/** Adds a message, in place of an earlier one about the same resource. */
export const addMessage = (messages: readonly OutsideMessage[], message: OutsideMessage) => [
  ...messages.filter((other) => other['@id'] !== message['@id']),
  message,
]
