/** Reads pictures to send from the disk, and saves results. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, extname, format, parse } from 'node:path'
import { UsageError } from '../command-line.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.bmp': 'image/bmp',
}

/** A picture in memory. */
export interface Picture {
  name: string
  type: string
  bytes: Buffer
}

/** Whether a word has the file extension of a picture. */
export const isPictureName = (word: string): boolean =>
  Object.hasOwn(TYPES, extname(word).toLowerCase())

/** Reads a picture; its extension gives the type. Throws a `UsageError` if it cannot be read. */
export function readPicture(path: string): Picture {
  const type = TYPES[extname(path).toLowerCase()]
  if (type === undefined)
    throw new UsageError(
      `${path} does not have the extension of a picture: ${Object.keys(TYPES).join(', ')}.`,
    )
  try {
    return { name: basename(path), type, bytes: readFileSync(path) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new UsageError(
        `There is no file ${path}. To get a picture: npm run buy -- image "a red fox" ` +
          '--save fox.png',
        { cause: error },
      )
    throw new UsageError(`The picture ${path} cannot be read (${code}).`, { cause: error })
  }
}

/** A picture as a data URI. */
export const dataUri = ({ type, bytes }: Picture): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/**
 * Creates the folder of a file. Throws a `UsageError` if the file cannot be written, so that
 * no result is bought that could not be saved.
 */
export function prepareFile(path: string): void {
  const refuse = (why: string, cause?: unknown): never => {
    throw new UsageError(`--save cannot write ${path} (${why}).`, { cause })
  }
  if (existsSync(path) && statSync(path).isDirectory()) refuse('it is a folder')
  try {
    mkdirSync(dirname(path), { recursive: true })
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
  } catch (error) {
    refuse((error as NodeJS.ErrnoException).code!, error)
  }
}

/**
 * Saves the files at these addresses (http, https or data) as `path`, `path-2` and so on. Returns
 * the names.
 */
export async function save(urls: readonly string[], path: string): Promise<string[]> {
  const names: string[] = []
  for (const [place, url] of urls.entries()) {
    const { dir, name, ext } = parse(path)
    const file = place === 0 ? path : format({ dir, name: `${name}-${place + 1}`, ext })
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${response.status} for ${url}`)
    writeFileSync(file, Buffer.from(await response.arrayBuffer()))
    names.push(file)
  }
  return names
}
