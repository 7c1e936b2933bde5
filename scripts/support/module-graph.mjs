import { isAbsolute, relative, sep } from 'node:path'
import { root } from './root.mjs'

const readable = (id) => {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  return isAbsolute(path) ? relative(root, path).split(sep).join('/') : path
}

/**
 * Vite plugin that writes the modules of each chunk to a file in `.vite/`. The server finds the chunk of a lazy view in it, and a
 * test keeps the editor out of visitors' chunks by it.
 */
export const moduleGraph = (fileName) => ({
  name: 'module-graph',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const graph = chunks.map(({ fileName: file, isEntry, imports, dynamicImports, modules }) => ({
      file,
      isEntry,
      imports,
      dynamicImports,
      // Modules that tree shaking has removed are not in the chunk.
      modules: Object.entries(modules)
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id]) => readable(id)),
    }))
    this.emitFile({
      type: 'asset',
      fileName: `.vite/${fileName}`,
      source: JSON.stringify(graph, null, 2),
    })
  },
})
