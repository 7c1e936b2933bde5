/** The path of an empty page, which the service worker serves for every page while offline (public/sw.js). */
export const offlineShellPath = '/_offline'
