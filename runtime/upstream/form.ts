/**
 * Writes multipart/form-data: fields as text, data URIs as files, directly into one buffer of the
 * right size. A caller's text cannot end its part, because names are escaped and the boundary is
 * random.
 */
import type { Json } from '../contract.ts'
import { Unusable } from '../lib/unusable-input.ts'
import { typeOf } from '../media/file-types.ts'

/** A form ready to send, and the Content-Type with its boundary. */
export interface Form {
  type: string
  body: Buffer
}

/**
 * How to write a form. `files` lists the members that are files; `boundary` must be random, so that
 * no content contains it.
 */
export interface FormOptions {
  files: readonly string[]
  boundary: string
}

/** One part: its headers, and its content of `bytes` bytes. */
interface Part {
  head: string
  content: string
  encoding: 'utf8' | 'base64'
  bytes: number
}

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]*)*;base64,/i
/** No genuine data URI has a longer prefix. */
const LONGEST_PREFIX = 200
const UNTYPED = 'application/octet-stream'
const NOT_BASE64 = 'An input file is not valid base64'

/**
 * Escapes a name so that it can end neither its quotes nor its line, however a server reads it.
 * Some servers take a backslash for an escape.
 */
function quoted(name: string): string {
  return name.replace(/["\\\p{Cc}]/gu, char => encodeURIComponent(char))
}

/** The headers of a part, between its boundary and an empty line. */
function headOf(boundary: string, name: string, file?: { name: string; type: string }): string {
  const more = file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}` : ''
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`
}

/** Returns a file name by type, e.g. `image.png`, because some upstreams go by the extension. */
function fileName(type: string): string {
  const kind = type.split('/')[0] as string
  return `${['image', 'audio', 'video'].includes(kind) ? kind : 'file'}.${typeOf(new Uint8Array(), type).ext}`
}

/**
 * Returns a data URI as a part. Throws Unusable on anything else, and on invalid or empty base64.
 */
function filePart(boundary: string, name: string, uri: Json): Part {
  const found = typeof uri === 'string' ? DATA_URI.exec(uri.slice(0, LONGEST_PREFIX)) : null
  if (!found) throw new Unusable('An input file is not a base64 data URI')
  const content = (uri as string).slice(found[0].length)
  const digits = content.length - (/={0,2}$/.exec(content.slice(-2)) as RegExpExecArray)[0].length
  const whole = digits === content.length ? digits % 4 !== 1 : content.length % 4 === 0
  // The decoder reads these two as other digits and skips all other invalid characters, so too few
  // bytes would be written.
  if (digits === 0 || !whole || content.includes('-') || content.includes('_'))
    throw new Unusable(NOT_BASE64)
  const type = (found[1] ?? UNTYPED).toLowerCase()
  return {
    head: headOf(boundary, name, { name: fileName(type), type }),
    content,
    encoding: 'base64',
    bytes: Math.floor((digits * 3) / 4),
  }
}

/** Returns a field as a part. Values other than text, numbers and booleans are written as JSON. */
function fieldPart(boundary: string, name: string, value: Json): Part {
  const content = typeof value === 'string' ? value : JSON.stringify(value)
  return {
    head: headOf(boundary, name),
    content,
    encoding: 'utf8',
    bytes: Buffer.byteLength(content),
  }
}

/** Returns the parts of one member: one, or one per list item. Absent values have none. */
function partsOf(name: string, value: Json | undefined, { files, boundary }: FormOptions): Part[] {
  const items = (Array.isArray(value) ? value : [value]) as readonly (Json | undefined)[]
  const make = files.includes(name) ? filePart : fieldPart
  return items
    .filter((item): item is Json => item !== undefined && item !== null)
    .map(item => make(boundary, name, item))
}

/**
 * Writes a form. Throws Unusable for a file that is not a base64 data URI, TypeError for a value
 * that is not an object.
 */
export function encodeForm(value: Json, options: FormOptions): Form {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('a form is made of named values')
  const parts = Object.entries(value).flatMap(([name, item]) => partsOf(name, item, options))
  const end = `--${options.boundary}--\r\n`
  const sizes = parts.map(part => Buffer.byteLength(part.head) + part.bytes + 2)
  const body = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, end.length))
  let at = 0
  for (const { head, content, encoding, bytes } of parts) {
    at += body.write(head, at)
    const written = body.write(content, at, bytes, encoding)
    if (written !== bytes) throw new Unusable(NOT_BASE64)
    at += written
    at += body.write('\r\n', at)
  }
  body.write(end, at)
  return { type: `multipart/form-data; boundary=${options.boundary}`, body }
}

/**
 * Writes a form without files, as application/x-www-form-urlencoded: a list as repeated names,
 * objects as JSON. Absent values are left out. Throws TypeError for a value that is not an object.
 */
export function urlEncoded(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('a form is made of named values')
  const form = new URLSearchParams()
  for (const [name, item] of Object.entries(value) as [string, Json | undefined][])
    for (const one of Array.isArray(item) ? item : [item])
      if (one !== undefined && one !== null)
        form.append(name, typeof one === 'string' ? one : JSON.stringify(one))
  return form.toString()
}
