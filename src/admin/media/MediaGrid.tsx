import type { MediaFile } from '#content/pictures/media-library.ts'
import { mediaFilePath } from '#content/pictures/media-file-draft.ts'
import { MediaTile, mediaGridClass, mediaTileClass } from '#src/views/media/MediaTile.tsx'
import { moveFocus } from '#src/views/media/move-focus.ts'

interface MediaGridProps {
  files: readonly MediaFile[]
  /** The query string of the list, to which the screens of the files lead back. */
  search: string
}

/** Shows files as pictures with their names, each of which leads to its screen. The arrow keys move between them. */
export const MediaGrid = ({ files, search }: MediaGridProps) => (
  <ul className={mediaGridClass}>
    {files.map((file) => (
      <li key={file['@id']}>
        <a
          href={mediaFilePath(file['@id']) + search}
          className={mediaTileClass}
          onKeyDown={moveFocus}
        >
          <MediaTile file={file} about={usesLabel(file.useCount)} />
        </a>
      </li>
    ))}
  </ul>
)

const usesLabel = (count: number) => {
  if (count === 0) return 'not used'
  return count === 1 ? 'used once' : `used ${count.toLocaleString('en')} times`
}
