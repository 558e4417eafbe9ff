/** Names of stored media: the sha256 of the content, and an extension for the type. */
import { typeOfExtension } from './file-types.ts'

const NAME = /^([0-9a-f]{64})\.([a-z0-9]{2,4})$/

/** A parsed name. `key` is the file's path below the store's root, spread over 256 folders. */
export interface MediaName {
  hash: string
  type: string
  key: string
}

/** Parses a name; undefined for a name that no store ever gave out. */
export function readName(name: string): MediaName | undefined {
  const [, hash, ext] = NAME.exec(name) ?? []
  const type = ext === undefined ? undefined : typeOfExtension(ext)
  return hash === undefined || type === undefined
    ? undefined
    : { hash, type, key: `${hash.slice(0, 2)}/${name}` }
}
