/**
 * What a model sees of JSON of no certain shape: pictures are so many tokens, files are their text,
 * and some of it nobody here can count.
 */
import { textOfFile } from './files.ts'

/**
 * Tokens of an image of 2048 by 1024 pixels, cut down as the recipe says. Not every supplier has a
 * cheaper `detail: low`, so it is not one here.
 */
const IMAGE = 1105

/**
 * What is counted while it is gathered: texts, a number for what is none, and whether something
 * cannot be counted.
 */
export interface Gathered {
  texts: string[]
  fixed: number
  uncounted: boolean
}

/** An object of JSON. */
export type Members = { readonly [member: string]: unknown }

/** Objects that are a picture by their address. Of others the address is read as text too. */
const PICTURES: ReadonlySet<unknown> = new Set(['image_url', 'input_image', 'computer_screenshot'])
const FILES: ReadonlySet<unknown> = new Set(['file', 'input_file'])

/**
 * The same value without what was counted by another rule than its text: addresses of pictures, and
 * data.
 */
export function seen(value: unknown, to: Gathered): unknown {
  if (Array.isArray(value)) return value.map(item => seen(item, to))
  if (!isObject(value)) return value
  const left = leftOf(value, to)
  let copy: Record<string, unknown> | undefined
  for (const name in left) {
    const member = left[name]
    if (typeof member !== 'object' || member === null) continue
    const inner = seen(member, to)
    if (inner !== member) (copy ??= { ...left })[name] = inner
  }
  return copy ?? left
}

/** The address of a picture, as `image_url` tells it. */
export function addressOf(image: unknown): string | undefined {
  if (typeof image === 'string') return image
  return isObject(image) && typeof image.url === 'string' ? image.url : undefined
}

/**
 * Counts a picture. Other kinds of data than pictures have no address of this kind: some suppliers
 * would read all pages of a PDF.
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

/** Of Anthropic's blocks: a picture or a document, with its data, its parts or from elsewhere. */
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

/** Of OpenAI's parts. */
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
