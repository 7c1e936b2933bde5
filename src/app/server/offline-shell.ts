/** A page with nothing in it yet: what public/sw.js shows pages in when there is no network. */
export const offlineShellPath = '/_offline'
