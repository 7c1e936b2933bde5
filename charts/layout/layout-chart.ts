/** Lays a chart out with ELK: layers from left to right, states inside states, arrows at right angles. */
import type ELK from 'elkjs/lib/elk-api.js'
import type { ElkNode } from 'elkjs/lib/elk-api.js'
import { type ChartModel, statesBelow } from '../model/chart-model.ts'
import { type Arrow, arrowsOf } from './arrows.ts'
import type { ChartLayout, EdgeShape, Point, StateShape, TextLine } from './chart-layout.ts'
import { elkGraphOf } from './elk-graph.ts'
import { textsOf } from './sizes.ts'

/** Lays out a graph; in a browser, in a worker. */
export type LayoutEngine = Pick<InstanceType<typeof ELK>, 'layout'>

/** The width of a window in which a chart is to be read without scrolling sideways. */
const windowWidth = 1440
/** The longest lines of text, in pixels, from the widest to those at which most lines are broken. */
const textWidths = [260, 180, 140]

/**
 * Returns where everything of a chart is drawn, the same to the byte for the same model. Its text is broken into shorter lines
 * as long as it is wider than a window.
 */
export async function layoutChart(chart: ChartModel, engine: LayoutEngine): Promise<ChartLayout> {
  let layout: ChartLayout | undefined
  for (const maxWidth of textWidths) {
    layout = await layoutWithin(maxWidth, chart, engine)
    if (layout.width <= windowWidth) break
  }
  return layout!
}

async function layoutWithin(maxWidth: number, chart: ChartModel, engine: LayoutEngine) {
  const texts = textsOf(chart, maxWidth)
  const arrows = arrowsOf(chart, maxWidth)
  return readLayout(await engine.layout(elkGraphOf(chart, texts, arrows)), chart, texts, arrows)
}

function readLayout(
  graph: ElkNode,
  chart: ChartModel,
  texts: ReadonlyMap<string, TextLine[]>,
  arrows: readonly Arrow[],
): ChartLayout {
  const states = new Map(statesBelow(chart.root).map((state) => [state.id, state]))
  const shapes = (nodes: readonly ElkNode[], depth: number, parent?: string): StateShape[] =>
    nodes.flatMap((node) => [
      {
        id: node.id,
        ...boxOf(node),
        type: states.get(node.id)?.type ?? 'initial',
        lines: texts.get(node.id) ?? [],
        description: states.get(node.id)?.description ?? null,
        depth,
        isRegion: states.get(parent ?? '')?.type === 'parallel',
      },
      ...shapes(node.children ?? [], depth + 1, node.id),
    ])
  return {
    id: chart.id,
    description: chart.description,
    width: Math.ceil(graph.width!),
    height: Math.ceil(graph.height!),
    states: shapes(graph.children!, 0),
    edges: graph.edges!.map((edge, index) => edgeShapeOf(edge, arrows[index]!)),
  }
}

type LaidOutEdge = NonNullable<ElkNode['edges']>[number]

function edgeShapeOf({ labels, sections = [] }: LaidOutEdge, arrow: Arrow): EdgeShape {
  const { from, to, transitions, label } = arrow
  return {
    from,
    to,
    transitions: transitions.map(({ key }) => key),
    points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(rounded),
    ),
    label: label && { ...boxOf(labels![0]!), lines: label.lines },
  }
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })
const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Omit<StateShape, 'id'>>) => ({
  ...rounded({ x, y }),
  width: Math.round(width),
  height: Math.round(height),
})
