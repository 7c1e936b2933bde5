/** Loads the code that formats texts, before or when the first text is entered. Rejects when it cannot be fetched. */
export const loadRichText = async () => (await import('./rich-text-bundle.ts')).richText
