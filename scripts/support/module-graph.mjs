import { isAbsolute, relative, sep } from 'node:path'
import { root } from './root.mjs'

const readable = (id) => {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  return isAbsolute(path) ? relative(root, path).split(sep).join('/') : path
}

/** Writes which modules each chunk was made of, for the test that keeps the editor out of the visitor's. */
export const moduleGraph = () => ({
  name: 'module-graph',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const graph = chunks.map(({ fileName, isEntry, imports, dynamicImports, modules }) => ({
      file: fileName,
      isEntry,
      imports,
      dynamicImports,
      // What tree shaking left nothing of is not in the chunk.
      modules: Object.entries(modules)
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id]) => readable(id)),
    }))
    this.emitFile({
      type: 'asset',
      fileName: '.vite/modules.json',
      source: JSON.stringify(graph, null, 2),
    })
  },
})
