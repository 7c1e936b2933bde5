import { fileSizeLabel } from '#content/model/file-size-label.ts'
import { type MediaFile, pictureOf, versionsOfFile } from '#content/pictures/media-library.ts'
import styles from './MediaTile.module.css'

export const mediaGridClass = styles.grid
export const mediaTileClass = styles.tile

/** The longer side of the picture in a tile, in pixels of a screen with two for each CSS pixel. */
const tilePictureSize = 400

interface MediaTileProps {
  file: MediaFile
  /** The alternative text of the picture; empty where the name of the file is enough. */
  alt?: string
  /** A note about the file beside its size. */
  about?: string
}

/** Shows a file of the media library as its picture with its name. It is the content of a link or a button. */
export function MediaTile({ file, alt = '', about }: MediaTileProps) {
  const picture = pictureOf(file, tilePictureSize)
  const [original] = versionsOfFile(file)
  return (
    <>
      <span className={styles.picture}>
        {picture ? (
          <img
            src={picture.contentUrl}
            width={picture.width}
            height={picture.height}
            alt={alt}
            loading="lazy"
            decoding="async"
          />
        ) : null}
      </span>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.about}>
        {[original && fileSizeLabel(original.fileSize), about].filter(Boolean).join(', ')}
      </span>
    </>
  )
}
