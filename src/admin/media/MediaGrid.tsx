import { type MediaFile, pictureOf, versionsOfFile } from '#content/pictures/media-library.ts'
import styles from './MediaGrid.module.css'

/** The longer side of the picture in a tile, in pixels of a screen with two for each CSS pixel. */
const tilePictureSize = 400

/** Shows files as pictures with their names. */
export const MediaGrid = ({ files }: { files: readonly MediaFile[] }) => (
  <ul className={styles.grid}>
    {files.map((file) => (
      <li key={file['@id']} className={styles.tile}>
        <Tile file={file} />
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
