/**
 * Extracts the content that a model reads from JSON of unknown shape: pictures have a fixed number
 * of tokens, files count as their text, and some content cannot be counted.
 */
import { textOfFile } from './files.ts'

/**
 * Tokens of a picture of 2048 by 1024 pixels, scaled down by OpenAI's recipe. Not every upstream
 * has a cheaper `detail: low`, so it counts the same.
 */
const IMAGE = 1105

/**
 * The result of counting: texts, tokens of everything else, and whether some content cannot be
 * counted.
 */
export interface Gathered {
  texts: string[]
  fixed: number
  uncounted: boolean
}

/** An object of JSON. */
export type Members = { readonly [member: string]: unknown }

/**
 * Types of objects that are a picture by address. In other objects the address also counts as text.
 */
const PICTURES: ReadonlySet<unknown> = new Set(['image_url', 'input_image', 'computer_screenshot'])
const FILES: ReadonlySet<unknown> = new Set(['file', 'input_file'])

/** Returns the value without the parts that other rules count: addresses of pictures, and data. */
export function visibleContent(value: unknown, to: Gathered): unknown {
  if (Array.isArray(value)) return value.map(item => visibleContent(item, to))
  if (!isObject(value)) return value
  const left = leftOf(value, to)
  let copy: Record<string, unknown> | undefined
  for (const name in left) {
    const member = left[name]
    if (typeof member !== 'object' || member === null) continue
    const inner = visibleContent(member, to)
    if (inner !== member) (copy ??= { ...left })[name] = inner
  }
  return copy ?? left
}

/** Returns the address of a picture in `image_url`. */
export function addressOf(image: unknown): string | undefined {
  if (typeof image === 'string') return image
  return isObject(image) && typeof image.url === 'string' ? image.url : undefined
}

/**
 * Counts a picture. Data other than pictures cannot be counted, because some upstreams would read
 * all pages of a PDF.
 */
export function addPicture(to: Gathered, address: string): void {
  to.fixed += IMAGE
  if (/^data:/i.test(address) && !/^data:image\//i.test(address)) to.uncounted = true
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function leftOf(of: Members, to: Gathered): Members {
  const { type, image_url: image, source, file } = of
  const address = addressOf(image)
  if (address !== undefined) addPicture(to, address)
  if (isObject(source)) return { ...of, source: leftOfSource(source, type === 'image', to) }
  if (FILES.has(type))
    return isObject(file) ? { ...of, file: leftOfFile(file, to) } : leftOfFile(of, to)
  if (!PICTURES.has(type)) return of
  if (isGiven(of.file_id)) to.uncounted = true
  return address === undefined
    ? of
    : { ...of, image_url: isObject(image) ? { ...image, url: '' } : '' }
}

/**
 * Handles Anthropic's blocks: a picture or a document, with its data, its parts, or a reference.
 */
function leftOfSource(source: Members, isPicture: boolean, to: Gathered): Members {
  const { type, data, url, media_type: kind } = source
  if (isGiven(source.file_id) || (isGiven(url) && !isPicture)) to.uncounted = true
  if (isPicture) {
    addPicture(to, typeof data === 'string' ? `data:${String(kind)}` : String(url))
    return { ...source, data: '', url: '' }
  }
  if (typeof data !== 'string') return source
  const text = type === 'text' ? data : textOfFile({ data, type: kind })
  addFile(text, to)
  return { ...source, data: '' }
}

/** Handles OpenAI's parts. */
function leftOfFile(file: Members, to: Gathered): Members {
  const { file_data: data, filename: name } = file
  if (isGiven(file.file_id) || isGiven(file.file_url)) to.uncounted = true
  if (typeof data !== 'string') return file
  addFile(textOfFile({ data, name }), to)
  return { ...file, file_data: '' }
}

function addFile(text: string | undefined, to: Gathered): void {
  if (text === undefined) to.uncounted = true
  else if (text !== '') to.texts.push(text)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
