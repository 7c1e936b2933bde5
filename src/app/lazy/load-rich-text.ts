/** Loads the code that formats texts, in advance or once the first text is edited. Rejects when it cannot be fetched. */
export const loadRichText = async () => (await import('./rich-text-bundle.ts')).richText
