/** The files that tests add to the media library, or to a component. */
import sharp from 'sharp'
import type { MediaObject } from '#content/model/media-object.ts'
import type { Json } from './content-api.ts'
import { type FullApi, origin } from './full-api.ts'

export const library = '/_/media_objects'

/** Draws a picture of one color. It is the same file as others of its width. */
export const drawPng = (width: number) =>
  sharp({ create: { width, height: 10, channels: 3, background: '#c85028' } })
    .png()
    .toBuffer()

export const dataUri = (bytes: Buffer, type = 'image/png') =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Returns the data URI of a picture with a name. */
export const pictureUri = async (width: number, name = 'picture.png') =>
  dataUri(await drawPng(width), `image/png;name=${name}`)

/** Adds a picture to the library. */
export const addFile = async (
  editor: Pick<ReturnType<FullApi['browser']>, 'post'>,
  width: number,
  name?: string,
) => editor.post(library, { file: await pictureUri(width, name) })

/** Returns the file of a resource and its variants. */
export const filesOf = ({ _metadata }: Json): readonly MediaObject[] =>
  _metadata.mediaObjects?.['file'] ?? []

/** Returns the path of a URL within the API. */
export const pathIn = (url: string) => new URL(url, origin).pathname.slice('/_api'.length)
