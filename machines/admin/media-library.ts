/** Lists the files of the media library, for the query in the URL of its screen, or the one that is entered in a dialog. */
import { type ActorRefFrom, type SnapshotFrom, and, assertEvent, assign, not, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { Location } from '#content/navigation/location.ts'
import type { MediaFileList } from '#content/pictures/media-library.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'
import { type ListInput, locationGuards, locationGuardDescriptions } from './url-list.ts'

type MediaLibraryEvent =
  | { type: 'location.committed'; location: Location }
  /** Searches and filters in a dialog, whose query is not in the URL. */
  | { type: 'query.changed'; search: string }
  | { type: 'retry.requested' }
  /** The library has one more. */
  | { type: 'file.uploaded' }

interface Context extends ListInput {
  /** Null until it is read. */
  list: MediaFileList | null
  /** The failure of the last request. */
  failure: Failure | null
}

export const mediaLibraryMachine = setup({
  types: {} as { input: ListInput; context: Context; events: MediaLibraryEvent; tags: 'busy' },
  actors: {
    readMediaFiles: promiseEffect<MediaFileList, { search: string }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
    listener,
  },
  actions: {
    setSearch: assign(({ event }) => {
      assertEvent(event, 'location.committed')
      return { search: event.location.search, failure: null }
    }),
    setQuery: assign((_, { search }: { search: string }) => ({ search, failure: null })),
    setList: assign((_, { output }: { output: MediaFileList }) => ({ list: output })),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...locationGuards,
    ...renewalGuards,
  },
}).createMachine({
  id: 'mediaLibrary',
  meta: {
    guards: {
      ...locationGuardDescriptions,
      ...renewalGuardDescriptions,
    },
  },
  context: ({ input }) => ({ ...input, list: null, failure: null }),
  invoke: listenTo<MediaLibraryEvent>({
    navigation: ['location.committed'],
    uploadQueue: ['file.uploaded'],
  }),
  initial: 'reading',
  on: {
    // A request that is under way is given up, so that its response cannot take the place of a later one.
    'location.committed': {
      guard: and(['isSamePath', not('isSameSearch')]),
      target: '.reading',
      actions: 'setSearch',
      reenter: true,
    },
    'file.uploaded': '.reading',
    'query.changed': {
      target: '.reading',
      actions: withEvent('setQuery'),
    },
  },
  states: {
    reading: {
      description: 'The files for the query are being read.',
      tags: 'busy',
      invoke: {
        id: 'readMediaFiles',
        src: 'readMediaFiles',
        input: ({ context: { search } }) => ({ search }),
        onDone: {
          target: 'ready',
          actions: [withEvent('setList'), 'clearFailure'],
        },
        onError: renewOr('failed'),
      },
    },
    ready: { description: 'The files for the query are listed.' },
    failed: {
      description: 'The files could not be read, and can be tried again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('reading', 'failed'),
    },
  },
})

export type MediaLibraryRef = ActorRefFrom<typeof mediaLibraryMachine>
type Snapshot = SnapshotFrom<typeof mediaLibraryMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** True where the query in the URL could not be read. */
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
const noTags: MediaFileList['tags'] = []
/** Returns the tags of all files; none until the first list is read. */
export const selectTags = (snapshot: Snapshot) => snapshot.context.list?.tags ?? noTags
export const selectList = (snapshot: Snapshot) => snapshot.context.list
export const selectSearch = (snapshot: Snapshot) => snapshot.context.search
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
