import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { mediaFileIriIn } from '#content/pictures/media-file-draft.ts'
import { mediaLibraryPath } from '#content/pictures/media-library.ts'
import {
  isConfirming,
  isConflicting,
  isFailed,
  isRefused,
  selectFailure,
  selectFile,
} from '#machines/admin/media-file.ts'
import { mediaFile } from '#src/app/effects/admin/media-file-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'
import { FileFacts } from './FileFacts.tsx'
import { FileTexts } from './FileTexts.tsx'
import { FileUses } from './FileUses.tsx'
import type { MediaFileProps } from './media-file-props.ts'
import { RetryButton } from '../RetryButton.tsx'
import styles from './MediaFileScreen.module.css'

/** Shows one file of the media library, with what is said about it and where it is used. */
export function MediaFileScreen({ title }: { title: string }) {
  const path = usePath()
  return <LoadedFile key={path} path={path} title={title} />
}

function LoadedFile({ path, title }: { path: string; title: string }) {
  const mediaFileRef = useViewActor('mediaFile', mediaFile, { iri: mediaFileIriIn(path) })
  return <MediaFileWithActor title={title} mediaFileRef={mediaFileRef} />
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function MediaFileWithActor({ title, mediaFileRef }: MediaFileProps & { title: string }) {
  const file = useSelector(mediaFileRef, selectFile)
  const failed = useSelector(mediaFileRef, isFailed)
  const refused = useSelector(mediaFileRef, isRefused)
  useEffect(
    () => () => {
      // Going back by a key leaves no field.
      mediaFileRef.send({ type: 'texts.left' })
      mediaFileRef.send({ type: 'screen.left' })
    },
    [mediaFileRef],
  )
  return (
    <AdminScreen
      title={file?.name ?? title}
      width="wide"
      back={{ href: mediaLibraryPath + useSearch(), label: 'Media library' }}
    >
      {useSelector(mediaFileRef, isConflicting) ? <Conflict mediaFileRef={mediaFileRef} /> : null}
      <FailureAlert failure={useSelector(mediaFileRef, selectFailure)} />
      {failed || refused ? (
        <RetryButton
          label={failed ? 'Try again' : 'Save again'}
          onRetry={() => mediaFileRef.send({ type: 'retry.requested' })}
        />
      ) : null}
      {file ? <File mediaFileRef={mediaFileRef} /> : failed ? null : <p role="status">Loading…</p>}
      {useSelector(mediaFileRef, isConfirming) ? (
        <DeletionDialog mediaFileRef={mediaFileRef} />
      ) : null}
    </AdminScreen>
  )
}

const File = ({ mediaFileRef }: MediaFileProps) => (
  <div className={styles.file}>
    <FileFacts mediaFileRef={mediaFileRef} />
    <div className={styles.about}>
      <FileTexts mediaFileRef={mediaFileRef} />
      <FileUses mediaFileRef={mediaFileRef} />
    </div>
  </div>
)

/** Lets the user decide between the own texts and those that somebody else has saved. */
const Conflict = ({ mediaFileRef }: MediaFileProps) => (
  <div role="alert" className={styles.conflict}>
    <p>
      Somebody else has changed this file meanwhile. Nothing of yours is saved yet: the fields that
      you have changed still show your words, the others show theirs.
    </p>
    <div className={styles.actions}>
      <Button variant="solid" onClick={() => mediaFileRef.send({ type: 'retry.requested' })}>
        Save mine
      </Button>
      <Button onClick={() => mediaFileRef.send({ type: 'draft.discarded' })}>Take theirs</Button>
    </div>
  </div>
)
