import type { MediaObject } from '#content/model/media-object.ts'

export const sampleMediaObject: MediaObject = {
  '@type': 'http://schema.org/MediaObject',
  '@id': '/_/media_objects/1',
  contentUrl: '/goat.jpg',
  fileSize: 1024,
  formattedFileSize: '1.0KB',
  mimeType: 'image/jpeg',
}
