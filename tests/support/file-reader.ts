/** Gives Node the part of a browser's `FileReader` by which the editor reads files. */
class NodeFileReader extends EventTarget {
  result: string | null = null

  async readAsDataURL(file: Blob) {
    const bytes = Buffer.from(await file.arrayBuffer())
    this.result = `data:${file.type};base64,${bytes.toString('base64')}`
    this.dispatchEvent(new Event('load'))
  }
}

/** Provides it where there is none. */
export const provideFileReader = () => {
  if (!('FileReader' in globalThis)) Object.assign(globalThis, { FileReader: NodeFileReader })
}
