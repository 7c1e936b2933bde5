/** A row as it is answered with: the resource for one caller, and what the headers say about it. */
import type { Access } from './access.ts'
import { publishViolations } from './checks.ts'
import { ownData } from './context.ts'
import { etagOf } from './etag.ts'
import type { Facts, Row } from './facts.ts'
import type { Found } from './found.ts'
import { draftOf } from './lookup.ts'
import { present } from './present.ts'
import type { Shapes } from './shapes.ts'
import { type View, visitorView } from './view.ts'

export const createAnswer =
  (shapes: Shapes, access: Access) =>
  (facts: Facts, row: Row, view: View): Found => {
    const shape = shapes.ofType(row.type)
    const draft = shape?.isPublishable ? draftOf(facts, row.iri) : null
    const due = row.dueAt ?? (draft ? facts.row(draft)?.dueAt : null)
    return {
      resource: present(facts, shapes, row, view),
      etag: etagOf(row),
      ...(view.drafts && !access.mayRead(facts, row, visitorView(view.now)) && { isSecret: true }),
      ...(due && { expires: due }),
      ...(shape?.isPublishable &&
        view.drafts && {
          validToPublish: !publishViolations(shape, ownData(facts, shape, row)).length,
        }),
    }
  }

export type Answer = ReturnType<typeof createAnswer>
