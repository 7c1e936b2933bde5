/** The formats in which the chart of a machine is saved. */

/** Their labels and the endings of their files. */
export const exportFormats = {
  svg: { label: 'SVG', ending: 'svg' },
  png: { label: 'PNG', ending: 'png' },
  json: { label: 'JSON', ending: 'json' },
  mermaid: { label: 'Mermaid', ending: 'mmd' },
  xstate: { label: 'XState', ending: 'xstate.json' },
} as const

export type ExportFormat = keyof typeof exportFormats

/** Returns the name of the file of a machine. */
export const exportFileName = (machine: string, format: ExportFormat) =>
  `${machine}.${exportFormats[format].ending}`
