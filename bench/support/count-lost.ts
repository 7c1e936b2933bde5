import type { HttpClient } from '../../tests/support/http/http-client.ts'

/** Counts the acknowledged writes that are missing or differ. */
export const countLost = async (editor: HttpClient, acknowledged: ReadonlyMap<string, string>) => {
  let lost = 0
  for (const [iri, title] of acknowledged) {
    const { json } = await editor.get(`${iri}?published=true`)
    if (json['title'] !== title) lost += 1
  }
  return lost
}
