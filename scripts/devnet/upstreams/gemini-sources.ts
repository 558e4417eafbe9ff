/** Pictures that a Gemini request carries to be edited: `inlineData` parts, HEIC among them. */
import { createHash } from 'node:crypto'
import { kindOf } from './media/kinds.ts'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif']
const kinds: readonly (string | undefined)[] = ['png', 'jpeg', 'webp', 'heic']
const MOST = 14
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/** The `inlineData` of all parts, in order. */
export const sourcesOf = (body: any): any[] =>
  body.contents
    .flatMap((c: any) => c.parts)
    .map((p: any) => p.inlineData ?? p.inline_data)
    .filter((one: unknown) => one !== undefined)

/** Why these pictures cannot be used, in Gemini's words; undefined when they can. */
export function badSource(sources: readonly any[]): string | undefined {
  if (sources.length > MOST)
    return `Please use fewer than ${MOST + 1} images in your request to the model.`
  for (const source of sources) {
    const type = source?.mimeType ?? source?.mime_type
    if (typeof source?.data !== 'string' || !BASE64.test(source.data))
      return (
        "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 " +
        'decoding failed'
      )
    if (!types.includes(type)) return `Unsupported MIME type: ${type}`
    if (!kinds.includes(kindOf(Buffer.from(source.data, 'base64'))))
      return (
        'Unable to process input image. Please retry or report in ' +
        'https://developers.generativeai.google/guide/troubleshooting'
      )
  }
  return undefined
}

/** Differs for other pictures; empty without any. */
export function seedOfSources(sources: readonly any[]): string {
  if (sources.length === 0) return ''
  return createHash('sha256')
    .update(sources.map(one => one.data).join())
    .digest('hex')
}
