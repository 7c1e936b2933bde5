/** Who may write what, and only what they have seen as it is. */
import type { Iri } from '#content/iri.ts'
import { type Viewer, isEditor } from '../env.ts'
import { preconditionFailed, problem } from '../problem.ts'
import { refusal } from './access.ts'
import { askAliased } from './aliases.ts'
import type { Answer } from './answer.ts'
import { etagOf, isMatch } from './etag.ts'
import type { Row } from './facts.ts'
import type { Body, Found, WriteOptions } from './found.ts'
import { lookUp } from './lookup.ts'
import type { Shapes } from './shapes.ts'
import { viewOf } from './view.ts'
import type { Work } from './work.ts'
import type { Writer } from './write.ts'

/** What one caller may do within one transaction. */
export interface Writes {
  create(endpoint: Iri, body: Body, options?: WriteOptions): Promise<Found>
  update(iri: Iri, body: Body, options?: WriteOptions): Promise<Found>
  remove(iri: Iri, options?: WriteOptions): Promise<void>
  /** A route to a page or to page data, by its title. */
  generateRoute(body: Body): Promise<Found>
}

export const createWrites = (shapes: Shapes, writer: Writer, answer: Answer) => {
  const writable = async (work: Work, iri: Iri, viewer: Viewer, options: WriteOptions) => {
    if (!viewer.userId) throw refusal(viewer)
    const view = viewOf(viewer, work.now, options)
    const find = (asked: Iri) =>
      work.ask((facts) => {
        const row = lookUp(facts, shapes, asked, view)
        if (!isEditor(viewer)) throw refusal(viewer)
        if (options.ifMatch && !isMatch(options.ifMatch, etagOf(row))) {
          throw preconditionFailed(answer(facts, row, view))
        }
        return row
      })
    return askAliased(iri, find, (missing) => work.aliasOf(missing))
  }

  const answered = (work: Work, viewer: Viewer, row: Row, { base }: WriteOptions = {}) => {
    const view = viewOf(viewer, work.now, base ? { base } : {})
    return work.ask((facts) => answer(facts, facts.row(row.iri) ?? row, view))
  }

  return (work: Work, viewer: Viewer): Writes => ({
    async create(endpoint, body, options = {}) {
      if (!isEditor(viewer)) throw refusal(viewer)
      const shape = shapes.at(endpoint)
      if (!shape) throw problem(404)
      return answered(work, viewer, await writer.create(work, shape, body, options), options)
    },
    async update(iri, body, options = {}) {
      const row = await writable(work, iri, viewer, options)
      return answered(work, viewer, await writer.update(work, row, body, options), options)
    },
    async remove(iri, options = {}) {
      const row = await writable(work, iri, viewer, options)
      await writer.remove(work, row.iri)
    },
    async generateRoute(body) {
      if (!isEditor(viewer)) throw refusal(viewer)
      return answered(work, viewer, await writer.generate(work, body))
    },
  })
}
