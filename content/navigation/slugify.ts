/**
 * Returns the slug of a text: `Blog Article 1` becomes `blog-article-1`. The library @sindresorhus/slugify would change
 * existing addresses, since it makes `ae` of `ä`.
 */
export const slugify = (text: string) =>
  text
    // Unicode normalization can take quadratic time in the length.
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'page'
