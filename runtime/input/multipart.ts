/** Parses a form (multipart/form-data) that has arrived completely. */
import { Busboy } from '@fastify/busboy'
import type { Readable } from 'node:stream'

/** One part: a text, or the bytes of a file with its declared type. */
export type Part = { name: string; text: string } | { name: string; bytes: Buffer; type: string }

/** The parts in order, or the fault of the form. */
export type Form = { ok: true; parts: readonly Part[] } | { ok: false; reason: string }

const MOST_PARTS = 100
/** Longest field name, in characters. */
const LONGEST_NAME = 200
/** Maximum header bytes and lines of one part. */
const HEADER = { headerSize: 8192, headerPairs: 16 }
/** A boundary according to RFC 2046. */
const BOUNDARY =
  /;[ \t]*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+./:?-]{1,70}))[ \t]*(?:;|$)/i

/** Parses a form; `contentType` is the request's header. Never rejects. */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<Form> {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return { ok: false, reason: 'the form has no usable boundary' }
  if (hasTooMany(bytes, boundary))
    return { ok: false, reason: `the form has more than ${MOST_PARTS} parts` }
  const slots = await collect(bytes, boundary).catch(() => undefined)
  if (slots === undefined) return { ok: false, reason: 'the form is damaged' }
  const wrong = slots.map(wrongName).find(reason => reason !== undefined)
  return wrong === undefined
    ? { ok: true, parts: slots.flatMap(finished) }
    : { ok: false, reason: wrong }
}

/**
 * Counts parts before parsing, because the parser would allocate something for each of millions.
 */
function hasTooMany(bytes: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let left = MOST_PARTS + 1
  for (
    let at = bytes.indexOf(delimiter);
    at >= 0;
    at = bytes.indexOf(delimiter, at + delimiter.length)
  )
    if (--left < 0) return true
  // The first delimiter has no line before it, and the last one starts no part.
  return left === 0 && bytes.indexOf(delimiter.subarray(2)) === 0
}

/** A part that is being parsed. */
type Slot =
  | { name?: string; text: string }
  | { name?: string; chunks: Buffer[]; type: string; file?: string }

/** Name of the field, content, name of the file, encoding, type. */
type FileEvent = [string | undefined, Readable, string | undefined, string, string]

/**
 * Collects the parts. All bytes are written at once into buffers that hold them, so the parser
 * never waits for a reader and is done in the next turn of the event loop. A form that is not done
 * then is damaged in a way that the parser does not report.
 */
function collect(bytes: Buffer, boundary: string): Promise<Slot[]> {
  return new Promise((resolve, reject) => {
    const slots: Slot[] = []
    const room = bytes.length + 1
    const form = new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      highWaterMark: room,
      fileHwm: room,
      isPartAFile: isFile,
      limits: { fieldSize: room, ...HEADER },
    })
    form.on('field', (name: string | undefined, text: string) => {
      slots.push({ name, text })
    })
    form.on('file', (...[name, stream, file, , type]: FileEvent) => {
      const chunks: Buffer[] = []
      slots.push({ name, chunks, type, file })
      stream
        .on('data', (chunk: Buffer) => {
          chunks.push(chunk)
        })
        .on('error', reject)
    })
    form.on('error', reject).on('finish', () => resolve(slots))
    form.end(bytes)
    setImmediate(() => reject(new Error('the form does not end')))
  })
}

/** Whether a part is a file: it has a file name, or a type that texts do not have. */
function isFile(
  _name: string | undefined,
  type: string | undefined,
  file: string | undefined,
): boolean {
  return (
    file !== undefined || /^(?:image|audio|video)\/|^application\/octet-stream$/.test(type ?? '')
  )
}

function wrongName({ name }: Slot): string | undefined {
  if (name === undefined) return 'a part of the form has no name'
  return name.length > LONGEST_NAME
    ? `a part of the form has a name of more than ${LONGEST_NAME} characters`
    : undefined
}

/** Browsers send an empty file field as a file without name and content. It counts as absent. */
function finished(slot: Slot): Part[] {
  const name = slot.name!
  if ('text' in slot) return [{ name, text: slot.text }]
  const bytes = Buffer.concat(slot.chunks)
  return !slot.file && bytes.length === 0 ? [] : [{ name, type: slot.type, bytes }]
}
