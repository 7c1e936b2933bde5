/**
 * The demo's images, bundled into the server. Their variants were made beforehand, because processing them takes a
 * hundred megabytes that the process would not give back.
 */
import { detectFileType } from '../media/detect-file-type.ts'
import { Upload } from '../media/upload.ts'
import type { ComponentContent } from './content-builder.ts'

/** The data URIs of the images by path: `./pictures/{name}/{filter}.webp`. */
const imageFiles = import.meta.glob<string>('./pictures/*/*.webp', {
  eager: true,
  query: '?inline',
  import: 'default',
})

const width = 1600
const widths = { thumbnail: 500, w480: 480, w960: 960, w1440: 1440 }

const bytesOf = (name: string, filter: string) => {
  const uri = imageFiles[`./pictures/${name}/${filter}.webp`]
  if (!uri) throw new Error(`The picture “${name}” has no ${filter}.webp.`)
  return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
}

const uploadOf = (name: string, height: number) => {
  const bytes = bytesOf(name, 'original')
  const variants = Object.entries(widths).map(([filter, narrow]) => ({
    filter,
    bytes: bytesOf(name, filter),
    mimeType: 'image/webp',
    width: narrow,
    height: Math.round((narrow * height) / width),
  }))
  return new Upload(`${name}.webp`, bytes, {
    type: detectFileType(bytes)!,
    width,
    height,
    preview: imageFiles[`./pictures/${name}/preview.webp`]!,
    variants,
  })
}

const imageContent = (name: string, alt: string, height = 1067): ComponentContent => ({
  endpoint: '/component/images',
  file: uploadOf(name, height),
  alt,
})

/** The images by name, which are decoded only when a site is seeded. */
export const demoImages = {
  stage: () =>
    imageContent(
      'stage',
      'A barn at night whose doors are a stage: two actors in lantern light, and rows of people on the grass before them.',
      800,
    ),
  van: () =>
    imageContent(
      'van',
      'A green van with trunks on its roof drives through hills at dusk; a lantern hangs at its back.',
    ),
  goat: () =>
    imageContent(
      'goat',
      'A goat with a bell sits among the audience of a barn, looking straight at the stage.',
    ),
  trunks: () =>
    imageContent(
      'trunks',
      'Two trunks in a field, a red kettle steaming on one, three lanterns on the other, a broom beside them.',
    ),
  harbour: () =>
    imageContent(
      'harbour',
      'A dark harbour under the stars; in one lit doorway two people hold up a lantern.',
    ),
}
