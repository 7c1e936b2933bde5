/** Loads the search of the site: once it is opened, or before that once its button may be pressed. */
export const loadSiteSearch = async () => (await import('./SiteSearch.tsx')).SiteSearch

/** Loads it in advance. A failure is left to the search itself, which says so when it is opened. */
export const preloadSiteSearch = async () => {
  try {
    await loadSiteSearch()
  } catch {
    // It is loaded again when it is opened.
  }
}
