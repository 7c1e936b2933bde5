import { useSelector } from '@xstate/react'
import { fileSizeLabel } from '#content/model/file-size-label.ts'
import { pictureOf, versionsOfFile } from '#content/pictures/media-library.ts'
import { isBusy, selectFile } from '#machines/admin/media-file.ts'
import { Button } from '#src/ui/Button.tsx'
import { SiteDate } from '#src/views/page/SiteDate.tsx'
import { deletionRefusalOf } from '../busy-reason.ts'
import type { MediaFileProps } from './media-file-props.ts'
import styles from './MediaFileScreen.module.css'

/** The longer side of the picture, in pixels. */
const pictureSize = 960

/** Shows a file: its picture, type, size and versions, and when it was uploaded. */
export function FileFacts({ mediaFileRef }: MediaFileProps) {
  const file = useSelector(mediaFileRef, selectFile)!
  const picture = pictureOf(file, pictureSize)
  const [original, ...variants] = versionsOfFile(file)
  const byWidth = variants.toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0))
  return (
    <div className={styles.picture}>
      <a href={original?.contentUrl} target="_blank" rel="noopener" aria-label="Open the picture">
        <img src={picture?.contentUrl} width={picture?.width} height={picture?.height} alt="" />
      </a>
      <dl className={styles.facts}>
        <dt>Type</dt>
        <dd>{original?.mimeType}</dd>
        <dt>Size</dt>
        <dd>
          {[dimensionsOf(original), original && fileSizeLabel(original.fileSize)]
            .filter(Boolean)
            .join(', ')}
        </dd>
        <dt>Smaller versions</dt>
        <dd>{byWidth.map(dimensionsOf).join(', ') || 'None'}</dd>
        <dt>Uploaded</dt>
        <dd>
          <SiteDate date={file.createdAt} dateStyle="long" timeStyle="short" />
        </dd>
      </dl>
      <DeleteButton mediaFileRef={mediaFileRef} />
    </div>
  )
}

const dimensionsOf = (version: { width?: number; height?: number } | undefined) =>
  version?.width ? `${version.width} × ${version.height} px` : ''

function DeleteButton({ mediaFileRef }: MediaFileProps) {
  return (
    <div className={styles.actions}>
      <Button
        variant="danger"
        busy={useSelector(mediaFileRef, isBusy)}
        disabledReason={useSelector(mediaFileRef, deletionRefusalOf)}
        onClick={() => mediaFileRef.send({ type: 'deletion.requested' })}
      >
        Delete…
      </Button>
    </div>
  )
}
