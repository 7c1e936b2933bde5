/** Words as they stand in a path: `Blog Article 1` is `blog-article-1`. */
export const slugify = (words: string) =>
  words
    // Normalising takes the square of how much there is.
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'page'
