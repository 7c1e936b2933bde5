/** One transaction's changes: kept in memory beside what is known, written in one go at its end. */
import type { Iri } from '#content/iri.ts'
import { findAlias } from './aliases.ts'
import type { Link, Row } from './facts.ts'
import { Knowledge } from './knowledge.ts'
import type { Database } from './schema.ts'

export type Touch = 'created' | 'updated' | 'deleted'

export class Work extends Knowledge {
  readonly tx: Database
  readonly now: string
  /** What happened to each row, in order. */
  readonly touched = new Map<Iri, Touch>()
  /** What has another neighbour, owner or target now, though its own row may be as it was. */
  readonly affected = new Set<Iri>()
  /** What the deleted rows were, for those who have to be told. */
  readonly before = new Map<Iri, Row>()
  private readonly linkChanges = new Map<string, Link | { gone: Omit<Link, 'position'> }>()
  private readonly handles: { type: string; property: string; value: string; iri: Iri | null }[] =
    []
  private readonly aliases: { iri: Iri; to_iri: Iri; until: string }[] = []

  constructor(tx: Database, now: string) {
    super(tx)
    this.tx = tx
    this.now = now
  }

  create(row: Omit<Row, 'version' | 'createdAt' | 'modifiedAt'>): Row {
    const created = { ...row, version: 1, createdAt: this.now, modifiedAt: this.now }
    this.keepRow(row.iri, created)
    this.touched.set(row.iri, this.touched.get(row.iri) === 'deleted' ? 'updated' : 'created')
    return created
  }

  /** Counts as one write of the row, however often it is called. */
  update(row: Row, changes: Partial<Pick<Row, 'data' | 'publishedAt' | 'dueAt'>> = {}): Row {
    const first = !this.touched.has(row.iri)
    const updated = {
      ...row,
      ...changes,
      version: first ? row.version + 1 : row.version,
      modifiedAt: this.now,
    }
    if (first) this.before.set(row.iri, row)
    this.keepRow(row.iri, updated)
    if (first) this.touched.set(row.iri, 'updated')
    return updated
  }

  /** Gives a row another IRI, with all that points from and to it. What has that IRI already goes; what leads there stays. */
  async rename(row: Row, iri: Iri): Promise<Row> {
    const { links, former, formerLinks } = await this.ask((facts) => ({
      links: [...facts.out(row.iri), ...facts.in(row.iri)],
      former: facts.row(iri),
      formerLinks: facts.out(iri),
    }))
    for (const link of formerLinks) this.unlink(link)
    await this.drop(row.iri)
    const renamed = { ...row, iri, version: row.version + 1, modifiedAt: this.now }
    this.keepRow(iri, renamed)
    this.touched.set(iri, former ? 'updated' : 'created')
    for (const { from, property, to, position } of links) {
      if (from === iri) continue
      const [start, end] = [from, to].map((at) => (at === row.iri ? iri : at))
      this.link(start!, property, end!, position)
    }
    return renamed
  }

  /** Takes a row away with everything that points from and to it. */
  async drop(iri: Iri) {
    const { row, links } = await this.ask((facts) => ({
      row: facts.row(iri),
      links: [...facts.out(iri), ...facts.in(iri)],
    }))
    if (!row) return
    for (const link of links) this.unlink(link)
    this.keepRow(iri, null)
    if (this.touched.get(iri) === 'created') return void this.touched.delete(iri)
    if (!this.before.has(iri)) this.before.set(iri, row)
    this.touched.set(iri, 'deleted')
  }

  link(from: Iri, property: string, to: Iri, position = 0) {
    const link = { from, property, to, position }
    this.keepLink(link, link)
    this.linkChanges.set(JSON.stringify([from, property, to]), link)
    this.affected.add(from).add(to)
  }

  unlink({ from, property, to }: Pick<Link, 'from' | 'property' | 'to'>) {
    this.keepLink({ from, property, to }, null)
    this.linkChanges.set(JSON.stringify([from, property, to]), { gone: { from, property, to } })
    this.affected.add(from).add(to)
  }

  /** Makes a list of links what it should be; true if it was not. */
  async relink(from: Iri, property: string, targets: readonly Iri[]) {
    const now = await this.ask((facts) => facts.out(from, property))
    if (now.length === targets.length && now.every(({ to }, at) => to === targets[at])) return false
    for (const link of now) if (!targets.includes(link.to)) this.unlink(link)
    targets.forEach((to, at) => this.link(from, property, to, at))
    return true
  }

  /** Links that were made, moved to another place or taken away. */
  changedLinks() {
    return [...this.linkChanges.values()].map((change) => ('gone' in change ? change.gone : change))
  }

  claim(type: string, property: string, value: string, iri: Iri | null) {
    this.keepHolder(type, property, value, iri)
    this.handles.push({ type, property, value, iri })
  }

  /** Lets an IRI that is gone lead to another until a date. */
  alias(iri: Iri, to: Iri, until: string) {
    this.aliases.push({ iri, to_iri: to, until })
  }

  /** Those of this transaction too: it may have published what was due. */
  async aliasOf(iri: Iri) {
    const own = this.aliases.find((alias) => alias.iri === iri)
    return own?.to_iri ?? findAlias(this.tx, iri, this.now)
  }

  async flush() {
    await this.flushDeleted()
    await this.flushRows()
    await this.flushLinks()
    await this.flushHandles()
    if (this.aliases.length) {
      await this.tx.insertInto('alias').values(this.aliases).execute()
    }
  }

  private async flushDeleted() {
    const gone = [...this.touched].filter(([, touch]) => touch === 'deleted').map(([iri]) => iri)
    if (!gone.length) return
    await this.tx.deleteFrom('resource').where('iri', 'in', gone).execute()
    await this.tx.deleteFrom('handle').where('iri', 'in', gone).execute()
  }

  private async flushRows() {
    for (const [iri, touch] of this.touched) {
      const row = this.row(iri)
      if (touch === 'deleted' || !row) continue
      const stored = {
        type: row.type,
        data: JSON.stringify(row.data),
        version: row.version,
        published_at: row.publishedAt,
        due_at: row.dueAt,
        created_at: row.createdAt,
        modified_at: row.modifiedAt,
      }
      if (touch === 'created') {
        await this.tx
          .insertInto('resource')
          .values({ iri, ...stored })
          .execute()
      } else await this.tx.updateTable('resource').set(stored).where('iri', '=', iri).execute()
    }
  }

  private async flushLinks() {
    for (const link of this.linkChanges.values()) {
      const { from, property, to } = 'gone' in link ? link.gone : link
      if ('gone' in link) {
        await this.tx
          .deleteFrom('relation')
          .where('from_iri', '=', from)
          .where('property', '=', property)
          .where('to_iri', '=', to)
          .execute()
      } else {
        await this.tx
          .insertInto('relation')
          .values({ from_iri: from, property, to_iri: to, position: link.position })
          .onConflict((conflict) =>
            conflict
              .columns(['from_iri', 'property', 'to_iri'])
              .doUpdateSet({ position: link.position }),
          )
          .execute()
      }
    }
  }

  private async flushHandles() {
    for (const { type, property, value, iri } of this.handles) {
      await this.tx
        .deleteFrom('handle')
        .where('type', '=', type)
        .where('property', '=', property)
        .where('value', '=', value)
        .execute()
      if (iri) await this.tx.insertInto('handle').values({ type, property, value, iri }).execute()
    }
  }
}
