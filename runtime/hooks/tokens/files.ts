/**
 * The text of a file that is sent with its data. Of everything that is no text, suppliers alone
 * know how much there is to read.
 */
import { isUtf8 } from 'node:buffer'
import { isBase64 } from '../data-uri.ts'

/** Longest beginning of a data URI, before its comma. */
const LONGEST_PREFIX = 512
const PREFIX = /^data:([^,]*?)(;base64)?,/i

/**
 * PDFs are known by their type, their name or how they begin; readers look for that in the first so
 * many bytes.
 */
const PDF_TYPE = /pdf/i
const PDF_NAME = /\.pdf\s*$/i
const PDF_MARK = '%PDF'
const PDF_BEGINS = 1024

/** What is told of a file. */
export interface Told {
  data: string
  type?: unknown
  name?: unknown
}

/**
 * The text of a file in base64, with or without the prefix of a data URI. Undefined for a PDF,
 * whose pages are billed as pictures too, and for all that is not UTF-8, such as office documents,
 * which are packed.
 */
export function textOfFile({ data, type, name }: Told): string | undefined {
  const prefix = PREFIX.exec(data.slice(0, LONGEST_PREFIX))
  if (prefix?.[0] !== undefined && prefix[2] === undefined) return undefined
  if (
    [type, prefix?.[1]].some(each => PDF_TYPE.test(String(each ?? ''))) ||
    PDF_NAME.test(String(name ?? ''))
  )
    return undefined
  const base64 = data.slice(prefix?.[0].length ?? 0)
  if (!isBase64(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.includes(0) || !isUtf8(bytes)) return undefined
  return bytes.subarray(0, PDF_BEGINS).includes(PDF_MARK) ? undefined : bytes.toString('utf8')
}
