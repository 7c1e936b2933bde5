/** Loads the code that formats texts, before the first text is edited or when it is. Rejects when it cannot be fetched. */
export const loadRichText = async () => (await import('./rich-text-bundle.ts')).richText
