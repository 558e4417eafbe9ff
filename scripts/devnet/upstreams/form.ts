/** Parses multipart forms with files. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'

/** A file of a form. `name` is the field's name. */
export interface FormFile {
  name: string
  filename?: string
  type: string
  data: Buffer
}

/** A form: the values of each text field in order, and the files in order. */
export interface Form {
  fields: Readonly<Record<string, readonly string[]>>
  files: readonly FormFile[]
}

/** Parses a multipart body; undefined if it is not one, or is broken. */
export async function parseForm(
  body: Buffer,
  contentType: string | undefined,
): Promise<Form | undefined> {
  if (!contentType?.startsWith('multipart/form-data')) return undefined
  const fields: Record<string, string[]> = Object.create(null)
  const files: FormFile[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: 1024 * 1024 },
    })
    parser.on('field', (name, value) => {
      ;(fields[name] ??= []).push(value)
    })
    parser.on('file', (...[name, stream, filename, , type]) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', () => undefined) // the parser fails with it
      stream.on('end', () => files.push({ name, filename, type, data: Buffer.concat(chunks) }))
    })
    Readable.from([body]).pipe(parser)
    await finished(parser)
    return { fields, files }
  } catch {
    return undefined
  }
}

/** The recorded summary of a form: its fields, and the size and hash of each file. */
export function summary({ fields, files }: Form): string {
  const summaries = files.map(({ name, filename, type, data }) => {
    return {
      name,
      filename,
      type,
      size: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }
  })
  return JSON.stringify({ fields, files: summaries })
}
