/** Provides the effects of the screen of one file of the media library. Loaded with it. */
import { fromCallback, fromPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Versioned } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { MediaFileSave, MediaFileVersion } from '#content/pictures/media-file-draft.ts'
import { isMediaFile, mediaLibraryPath } from '#content/pictures/media-library.ts'
import type { MediaFileEvent } from '#machines/admin/media-file-events.ts'
import { mediaFileMachine } from '#machines/admin/media-file.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { trackMediaSave } from '../media-saves.ts'
import { withRenewal, withSession } from '../session-effects.ts'
import { withdrawNotice } from './withdraw-notice.ts'

/** Returns a file with its ETag; throws for a response that is none. */
const toVersion = (versioned: Versioned | null): MediaFileVersion => {
  if (!versioned || !isMediaFile(versioned.resource)) throw new Failure('unexpected')
  return { file: versioned.resource, etag: versioned.etag }
}

const noticeKey = (iri: Iri) => `mediaFile ${iri}`

/** Says that what was typed is lost, where the screen is left and cannot say so. */
const notifyNotSaved = (system: ActorSystem, iri: Iri, { message }: Failure) => {
  const notificationsRef: NotificationsRef | undefined = system.get('notifications')
  const heading = 'Changes of a file were not saved'
  notificationsRef?.send({
    type: 'notification.added',
    key: noticeKey(iri),
    tone: 'problem',
    heading,
    messages: [message],
  })
}

export const mediaFile = mediaFileMachine.provide({
  actors: {
    readMediaFile: fromPromise<MediaFileVersion, { iri: Iri }>(
      async ({ system, input: { iri }, signal }) => {
        const { resources } = await servicesOf(system).loadApi()
        const read = () => withSession(system, () => resources.read(iri, { signal }))
        return toVersion(await withRenewal(system, signal, read))
      },
    ),
    saveMediaFile: fromPromise<MediaFileVersion, MediaFileSave>(
      async ({ system, input: { iri, changes, etag }, signal }) => {
        withdrawNotice(system, noticeKey(iri))
        const { resources } = await servicesOf(system).loadApi()
        const step = {
          method: 'PATCH',
          iri,
          body: changes,
          ...(etag && { ifMatch: etag }),
        } as const
        const send = () => withSession(system, () => resources.send(step))
        const save = withRenewal(system, signal, send)
        return toVersion(
          await trackMediaSave(system, save).catch((error: unknown) => {
            if (signal.aborted) notifyNotSaved(system, iri, Failure.from(error))
            throw error
          }),
        )
      },
    ),
    deleteMediaFile: fromPromise<void, { iri: Iri }>(async ({ system, input: { iri }, signal }) => {
      const { resources } = await servicesOf(system).loadApi()
      const send = () =>
        withSession(system, () => resources.send({ method: 'DELETE', iri }, { signal }))
      await withRenewal(system, signal, send)
    }),
    warnBeforeLeaving: fromCallback<MediaFileEvent, undefined>(({ sendBack }) => {
      const warn = (event: BeforeUnloadEvent) => {
        // It is saved while the browser asks.
        sendBack({ type: 'texts.left' })
        event.preventDefault()
      }
      addEventListener('beforeunload', warn)
      return () => removeEventListener('beforeunload', warn)
    }),
  },
  actions: {
    notifyNotSaved: ({ system, context: { iri } }) =>
      notifyNotSaved(system, iri, new Failure('conflict')),
    openLibrary: ({ system }) => {
      const navigationRef: NavigationRef = system.get('navigation')
      const to = locationOf(mediaLibraryPath)
      navigationRef.send({ type: 'navigation.requested', to, source: 'code', replace: true })
    },
  },
})
