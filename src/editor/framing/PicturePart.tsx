import type { Crop } from '#content/pictures/framing.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './PicturePart.module.css'

interface PicturePartProps {
  src: string
  part: Crop
  /** The width of the whole picture, divided by its height. */
  pictureRatio: number
  className?: string | undefined
}

/** Shows a part of a picture without a file of it. */
export const PicturePart = ({ src, part, pictureRatio, className }: PicturePartProps) => (
  <div
    className={classNames(styles.part, className)}
    style={{ aspectRatio: (part.width / part.height) * pictureRatio }}
  >
    <img
      src={src}
      alt=""
      style={{
        width: `${100 / part.width}%`,
        height: `${100 / part.height}%`,
        left: `${(-part.x / part.width) * 100}%`,
        top: `${(-part.y / part.height) * 100}%`,
      }}
    />
  </div>
)
