/** Compares reading any of 100,000 components with reading the only one of an empty site, as an editor, without caches. */
import type { Selectable } from 'kysely'
import { openDatabase } from '#server/store/db/open-database.ts'
import type { Database, Schema } from '#server/store/db/schema.ts'
import { newId } from '#server/store/db/new-id.ts'
import { makePage, makeTitle, signInEditor } from './support/api-editor.ts'
import { type Metric, percentile } from './support/metric.ts'
import { measureInTurns, load, warmUp } from './support/load.ts'
import { withSite } from './support/harness.ts'
import type { ServerProcess } from '../tests/support/server/server-process.ts'

const many = 100_000
const reads = 500
const perStatement = 1000

type ResourceRow = Selectable<Schema['resource']>

interface Copies {
  title: ResourceRow
  position: ResourceRow
  group: string
  /** The new IRIs, and the sort value of each position. */
  copies: readonly { title: string; position: string; at: number }[]
}

const insertCopies = (db: Database, { title, position, group, copies }: Copies) =>
  db.transaction().execute(async (tx) => {
    const rows = copies.flatMap((copy) => [
      { ...title, iri: copy.title },
      { ...position, iri: copy.position },
    ])
    const relations = copies.flatMap((copy) => [
      { from_iri: copy.position, property: 'component', to_iri: copy.title, position: 0 },
      { from_iri: copy.position, property: 'componentGroup', to_iri: group, position: copy.at },
    ])
    await tx.insertInto('resource').values(rows).execute()
    await tx.insertInto('relation').values(relations).execute()
  })

/** Writes copies of a component and its position into the database: through the API this would take minutes. */
const multiply = async ({ dataDir }: ServerProcess, component: string, group: string) => {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const rowOf = (iri: string) =>
    db.selectFrom('resource').selectAll().where('iri', '=', iri).executeTakeFirstOrThrow()
  const { from_iri: positionIri } = await db
    .selectFrom('relation')
    .selectAll()
    .where('to_iri', '=', component)
    .where('property', '=', 'component')
    .executeTakeFirstOrThrow()
  const [title, position] = [await rowOf(component), await rowOf(positionIri)]
  const made: string[] = []
  for (let from = 0; from < many; from += perStatement) {
    const copies = Array.from({ length: perStatement }, (_, at) => ({
      title: `/component/titles/${newId(Date.now())}`,
      position: `/_/component_positions/${newId(Date.now())}`,
      at: from + at + 1,
    }))
    made.push(...copies.map((copy) => copy.title))
    await insertCopies(db, { title, position, group, copies })
  }
  await close()
  return made
}

const prepare = async (site: ServerProcess) => {
  const editor = await signInEditor(site)
  const { group } = await makePage(editor, '/bench')
  return { group, title: await makeTitle(editor, 'A title', group), cookie: editor.cookie }
}

export const measure = (): Promise<Metric[]> =>
  withSite((empty) =>
    withSite(async (full) => {
      const [few, lots] = [await prepare(empty), await prepare(full)]
      const copies = await multiply(full, lots.title, lots.group)
      const some = Array.from({ length: reads }, (_, at) => copies[(at * 7919) % copies.length]!)
      const loadOf = (site: ServerProcess, cookie: string, iris: string[]) => ({
        url: site.url,
        connections: 10,
        requests: iris.map((iri) => ({ path: `/_api${iri}`, headers: { cookie } })),
      })
      const sides = [
        loadOf(empty, few.cookie, [few.title]),
        loadOf(full, lots.cookie, some),
      ] as const
      for (const side of sides) await warmUp(side)
      const timeOf = (side: (typeof sides)[number]) => async () =>
        1 / (await load({ ...side, seconds: 3 })).perSecond
      const [one = [], any = []] = await measureInTurns(3, timeOf(sides[0]), timeOf(sides[1]))
      return [
        {
          name: 'Item GET among 100,000 components, of an empty site’s',
          value: percentile(any, 0.5) / percentile(one, 0.5),
          unit: 'x',
          limit: { atMost: 1.5 },
        },
      ]
    }),
  )
