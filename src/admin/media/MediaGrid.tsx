import { type MediaFile, pictureOf, versionsOfFile } from '#content/pictures/media-library.ts'
import { mediaFilePath } from '#content/pictures/media-file-draft.ts'
import { moveFocus } from './move-focus.ts'
import styles from './MediaGrid.module.css'

/** The longer side of the picture in a tile, in pixels of a screen with two for each CSS pixel. */
const tilePictureSize = 400

interface MediaGridProps {
  files: readonly MediaFile[]
  /** The query string of the list, to which the screens of the files lead back. */
  search: string
}

/** Shows files as pictures with their names, each of which leads to its screen. The arrow keys move between them. */
export const MediaGrid = ({ files, search }: MediaGridProps) => (
  <ul className={styles.grid}>
    {files.map((file) => (
      <li key={file['@id']}>
        <a href={mediaFilePath(file['@id']) + search} className={styles.tile} onKeyDown={moveFocus}>
          <Tile file={file} />
        </a>
      </li>
    ))}
  </ul>
)

function Tile({ file }: { file: MediaFile }) {
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
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : null}
      </span>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.about}>
        {original?.formattedFileSize}, {usesLabel(file.useCount)}
      </span>
    </>
  )
}

const usesLabel = (count: number) => {
  if (count === 0) return 'not used'
  return count === 1 ? 'used once' : `used ${count.toLocaleString('en')} times`
}
