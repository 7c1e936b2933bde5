/** The words for changes of several rows of a list, and the changes that each list offers. */
import { counted } from '../model/counted.ts'
import type { BulkAction, BulkRequest } from './bulk-change.ts'
import { type ListName, resourceLists } from './resource-lists.ts'

/** The actions that make sense for each list, in the order of their buttons. */
export const bulkActionsOf: Readonly<Record<ListName, readonly BulkAction[]>> = {
  pages: ['duplicate', 'publish', 'unpublish', 'layout', 'delete'],
  layouts: ['delete'],
  routes: ['delete'],
  users: ['delete'],
  data: ['duplicate', 'publish', 'unpublish', 'delete'],
  dataTypes: [],
}

const nounsOf = (name: ListName, members: number) => counted(members, ...resourceLists[name].nouns)

interface BulkWords {
  question: string
  confirm: string
  progress: string
}

const wordsByAction: Readonly<Record<BulkAction, (nouns: string) => BulkWords>> = {
  delete: (nouns) => ({
    question: `Delete ${nouns}?`,
    confirm: `Delete ${nouns}`,
    progress: `Deleting ${nouns}…`,
  }),
  publish: (nouns) => ({
    question: `Publish the drafts on ${nouns}?`,
    confirm: 'Publish the drafts',
    progress: `Publishing the drafts on ${nouns}…`,
  }),
  unpublish: (nouns) => ({
    question: `Unpublish what is on ${nouns}?`,
    confirm: 'Unpublish',
    progress: `Unpublishing what is on ${nouns}…`,
  }),
  duplicate: (nouns) => ({
    question: `Duplicate ${nouns}?`,
    confirm: 'Duplicate',
    progress: `Duplicating ${nouns}…`,
  }),
  layout: (nouns) => ({
    question: `Change the layout of ${nouns}?`,
    confirm: 'Change the layout',
    progress: `Changing the layout of ${nouns}…`,
  }),
}

/** Returns the question whether a change is to be made, the label of the button that makes it, and the words while it is. */
export const bulkWords = (name: ListName, { action, members }: BulkRequest) =>
  wordsByAction[action](nounsOf(name, members.length))

/** Returns the words for a change that was made. */
export const doneLabel = (name: ListName, { action, members }: BulkRequest) => {
  const nouns = nounsOf(name, members.length)
  const labels: Readonly<Record<BulkAction, string>> = {
    delete: `${nouns} deleted`,
    publish: `Drafts on ${nouns} published`,
    unpublish: `Content of ${nouns} unpublished`,
    layout: `Layout of ${nouns} changed`,
    duplicate: `${nouns} duplicated`,
  }
  return labels[action]
}
