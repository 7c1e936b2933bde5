/** Reads the resources that a document holds. */
import { type Column, type PackedContent, type Shape, column } from './packed-content.ts'

/** Returns a function for each column, which returns what stands in the next place of it. */
const readersOf = ({ shapes, columns }: PackedContent, texts: readonly string[]) => {
  const fill = (shape: Shape): unknown => {
    if (typeof shape === 'number') return read[shape]!()
    if (typeof shape !== 'object' || !shape) return shape
    if (Array.isArray(shape)) return shape.map(fill)
    const filled: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(shape)) filled[name] = fill(part)
    return filled
  }
  const readerOf = ([kind, ...values]: Column) => {
    let at = kind === column.lists ? 1 : 0
    let step = 0
    let number = 0
    const item = () => read[values[0] as number]!()
    return (): unknown => {
      const value = values[at++]
      if (kind === column.values) return value
      number += step += (value as number | undefined) ?? 0
      if (kind === column.texts) return texts[number]
      if (kind === column.objects) return fill(shapes[number]!)
      return kind ? Array.from({ length: number }, item) : number
    }
  }
  const read: (() => unknown)[] = columns.map(readerOf)
  return read as [startOf: () => number, endOf: () => number, objects: () => unknown]
}

/** Returns the packed objects, given the texts of the HTML. */
export const unpackContent = (packed: PackedContent, shown: readonly string[]): unknown => {
  const texts = [...shown]
  const [startOf, endOf, objects] = readersOf(packed, texts)
  let last = ''
  for (const text of packed.texts) {
    last = last.slice(0, startOf()) + text + last.slice(last.length - endOf())
    texts.push(last)
  }
  return objects()
}
