const smallWords = new Set(
  'a an and as at but by for from if in into nor of off on or over per so the to up via with yet'.split(
    ' ',
  ),
)

/** Turns a slug into a title: `on-the-art-of-waiting` becomes `On the Art of Waiting`. */
export const titleCase = (slug: string) =>
  slug
    .split(/[-_\s]+/)
    .filter(Boolean)
    .map((word, index) =>
      index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
