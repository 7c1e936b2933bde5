import { Failure } from '#content/model/failure.ts'

/** Loads the code that sends files, in advance or with the first file. Where it is not reached, neither is the site. */
export const loadUploadFile = async () => {
  try {
    return (await import('#src/api/upload-file.ts')).uploadFile
  } catch {
    throw new Failure('offline')
  }
}
