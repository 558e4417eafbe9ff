/** Extracts the text of an embedded file. The tokens of other files are known only to upstreams. */
import { isUtf8 } from 'node:buffer'
import { isBase64 } from '../data-uri.ts'

/** Longest prefix of a data URI, before its comma. */
const LONGEST_PREFIX = 512
const PREFIX = /^data:([^,]*?)(;base64)?,/i

/**
 * PDFs are recognised by type, name or magic bytes, which readers accept within this many first
 * bytes.
 */
const PDF_TYPE = /pdf/i
const PDF_NAME = /\.pdf\s*$/i
const PDF_MARK = '%PDF'
const PDF_BEGINS = 1024

/** The description of a file in the request. */
export interface FileText {
  data: string
  type?: unknown
  name?: unknown
}

/**
 * Returns the text of a base64 file, with or without the prefix of a data URI. Undefined for a PDF,
 * because its pages are also billed as pictures, and for everything that is not UTF-8, such as
 * compressed office documents.
 */
export function textOfFile({ data, type, name }: FileText): string | undefined {
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
