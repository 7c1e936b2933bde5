/** The languages that are offered for texts, most of them with many readers on the web. The API accepts any other. */
export const languages: readonly string[] =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nb nl pl pt-BR pt ro ru sk sl sv tr uk vi zh'.split(
    ' ',
  )

const names = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the English name of a language; the tag itself for one that the browser does not know. */
export const languageLabel = (tag: string) => {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
