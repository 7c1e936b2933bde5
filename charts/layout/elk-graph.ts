/** Describes a chart as a graph for ELK (https://eclipse.dev/elk/documentation/tooldevelopers/graphdatastructure/jsonformat.html). */
import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs/lib/elk-api.js'
import { type ChartModel, type StateModel, statesBelow } from '../model/chart-model.ts'
import { type Arrow, isLeaf } from './arrows.ts'
import { type TextLine, lineHeight, padding } from './chart-layout.ts'
import { initialId, sizeOf } from './sizes.ts'

/**
 * The layout of one state with others inside it, so each of these gets it. The order of the states in the source is no
 * option: ELK 0.12 fails with it in nested states.
 */
const options: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.edgeLabels.inline': 'true',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '2',
  'elk.layered.spacing.nodeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
}

type Texts = ReadonlyMap<string, TextLine[]>

/** Returns the graph of a chart with the sizes of all text. */
export function elkGraphOf(chart: ChartModel, texts: Texts, arrows: readonly Arrow[]): ElkNode {
  const leaves = new Set(
    statesBelow(chart.root)
      .filter(isLeaf)
      .map(({ id }) => id),
  )
  return {
    id: '#chart',
    layoutOptions: { ...options, 'elk.padding': '[top=8,left=8,bottom=8,right=8]' },
    children: [nodeOf(chart.root, texts)],
    edges: arrows.map((arrow, index) => edgeOf(arrow, index, leaves)),
  }
}

function nodeOf(state: StateModel, texts: Texts): ElkNode {
  const lines = texts.get(state.id)!
  const { width, height, header } = sizeOf(state, lines)
  if (isLeaf(state)) return { id: state.id, width, height, ...portsOf(state, lines, width) }
  const initial = state.initial === null ? [] : [{ id: initialId(state.id), width: 10, height: 10 }]
  return {
    id: state.id,
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${header + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    },
    children: [...initial, ...state.states.map((each) => nodeOf(each, texts))],
  }
}

/** Arrows enter a state beside its name, and leave it beside their text. */
function portsOf(state: StateModel, lines: readonly TextLine[], width: number): Partial<ElkNode> {
  const portAt = (id: string, row: number, side: 'WEST' | 'EAST'): ElkPort => ({
    id,
    x: side === 'WEST' ? 0 : width,
    y: padding + (row + 0.5) * lineHeight,
    width: 0,
    height: 0,
    layoutOptions: { 'elk.port.side': side },
  })
  const rowOf = (key: string) => lines.findIndex(({ transition }) => transition === key)
  return {
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [
      portAt(entryPort(state.id), 0, 'WEST'),
      ...state.transitions.map(({ key }) => portAt(exitPort(key), rowOf(key), 'EAST')),
    ],
  }
}

const entryPort = (state: string) => `${state}#entry`
const exitPort = (transition: string) => `${transition}#exit`

function edgeOf(arrow: Arrow, index: number, leaves: ReadonlySet<string>): ElkExtendedEdge {
  const { from, to, transitions, label } = arrow
  return {
    id: `#${index}`,
    sources: [leaves.has(from) ? exitPort(transitions[0]!.key) : from],
    targets: [leaves.has(to) ? entryPort(to) : to],
    labels: label ? [{ text: `${index}`, ...label.size }] : [],
  }
}
