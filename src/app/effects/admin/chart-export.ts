/** Writes the chart of a machine as a file for other tools. */
import { drawnSvg } from '#charts/drawing/drawn-svg.tsx'
import { textFormats } from '#charts/export/text-formats.ts'
import type { ExportFormat } from '#content/admin/export-formats.ts'
import type { DrawnChart } from '#machines/admin/machine-viewer.ts'

/** The number of pixels of a picture for each of the drawing, so that it is sharp on any screen. */
const pictureScale = 2
/** No browser makes a larger picture. */
const maxPictureSide = 16_000

const svgFile = ({ layout }: DrawnChart) => new Blob([drawnSvg(layout)], { type: 'image/svg+xml' })

const files: Readonly<Record<ExportFormat, (chart: DrawnChart) => Blob | Promise<Blob>>> = {
  svg: svgFile,
  png: (chart) => pictureOf(svgFile(chart), chart.layout),
  json: ({ model }) => new Blob([textFormats.json(model)], { type: 'application/json' }),
  mermaid: ({ model }) => new Blob([textFormats.mermaid(model)], { type: 'text/plain' }),
  xstate: ({ model }) => new Blob([textFormats.xstate(model)], { type: 'application/json' }),
}

/** Returns a chart as a file. Rejects where the browser can't make a picture of it. */
export const exportedFile = async (chart: DrawnChart, format: ExportFormat): Promise<Blob> =>
  files[format](chart)

/** Returns a drawing as a PNG file. */
async function pictureOf(svg: Blob, { width, height }: { width: number; height: number }) {
  const scale = Math.min(pictureScale, maxPictureSide / Math.max(width, height))
  const image = new Image()
  const url = URL.createObjectURL(svg)
  try {
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width * scale)
    canvas.height = Math.ceil(height * scale)
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await blobOf(canvas)
  } finally {
    URL.revokeObjectURL(url)
  }
}

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The browser made no picture.')),
    )
  })
