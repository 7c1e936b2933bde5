import type { MediaFileRef } from '#machines/admin/media-file.ts'

export interface MediaFileProps {
  mediaFileRef: MediaFileRef
}
