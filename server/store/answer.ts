/** A row as it is answered with: the resource for one caller, and what the headers say about it. */
import { publishViolations } from './checks.ts'
import { ownData } from './context.ts'
import { etagOf } from './etag.ts'
import type { Facts, Row } from './facts.ts'
import type { Found } from './found.ts'
import { draftOf } from './lookup.ts'
import type { Present } from './present.ts'
import type { Shapes } from './shapes.ts'
import { type View, isToldValidity } from './view.ts'

export const createAnswer =
  (shapes: Shapes, present: Present) =>
  (facts: Facts, row: Row, view: View): Found => {
    const shape = shapes.ofType(row.type)
    const draft = shape?.isPublishable ? draftOf(facts, row.iri) : null
    const due = row.dueAt ?? (draft ? facts.row(draft)?.dueAt : null)
    return {
      resource: present(facts, row, view),
      etag: etagOf(row),
      ...(due && { expires: due }),
      ...(shape?.isPublishable &&
        isToldValidity(view) && {
          validToPublish: !publishViolations(shape, ownData(facts, shape, row)).length,
        }),
    }
  }

export type Answer = ReturnType<typeof createAnswer>
