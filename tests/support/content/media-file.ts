/** Makes files of the media library. */
import type { MediaFile } from '#content/pictures/media-library.ts'

/** Returns a picture of 1000 by 500 pixels with a thumbnail. */
export const mediaFile = (name: string, about: Partial<MediaFile> = {}): MediaFile => {
  const iri = `/_/media_objects/${name}`
  const version = (width: number, imagineFilter?: string) => ({
    '@type': 'http://schema.org/MediaObject' as const,
    '@id': iri,
    contentUrl: `https://api.test${iri}/download/file/${imagineFilter ?? 'original'}`,
    fileSize: width * 100,
    formattedFileSize: `${width / 10}KB`,
    mimeType: 'image/png',
    width,
    height: width / 2,
    ...(imagineFilter && { imagineFilter }),
  })
  return {
    '@id': iri,
    '@type': 'MediaObject',
    name,
    tags: [],
    alternativeTexts: {},
    useCount: 0,
    createdAt: '2026-08-01T12:00:00+00:00',
    _metadata: {
      persisted: true,
      mediaObjects: { file: [version(1000), version(960, 'w960'), version(500, 'thumbnail')] },
    },
    ...about,
  }
}
