/**
 * Detects media types by first bytes. Only types that cannot execute in a browser are served under
 * their own type.
 */

/** Number of bytes that suffice to detect a type. */
export const HEAD_BYTES = 512

/** Types by file name extension. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
  bin: 'application/octet-stream',
}

/** Other names of these types. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'jpg',
  'image/x-ms-bmp': 'bmp',
  'image/heif': 'heic',
  'audio/mp3': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-m4a': 'm4a',
  'audio/opus': 'ogg',
  'audio/x-flac': 'flac',
  'audio/l16': 'pcm',
  'application/ogg': 'ogg',
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TYPES).map(([ext, type]) => [type, ext] as const),
  ...Object.entries(ALIASES),
])

/**
 * Types whose files may start with anything: raw samples, or frames after padding. Only these are
 * accepted by hint.
 */
const SHAPELESS: ReadonlySet<string> = new Set(['mp3', 'aac', 'pcm'])

/** Magic bytes, as Latin-1 text. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpg'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['ID3', 'mp3'],
  ['OggS', 'ogg'],
  ['fLaC', 'flac'],
]

/**
 * Returns the type of an ISO base media file, by its main and compatible brands (both in `ftyp`).
 */
function brand(text: string): string {
  const name = text.slice(8, 12)
  const brands = text.slice(8, Math.min(text.length, text.charCodeAt(2) * 256 + text.charCodeAt(3)))
  if (/^avi[fs]/.test(name) || (/^m[is]f1/.test(name) && /avi[fs]/.test(brands))) return 'avif'
  if (/^(?:hei[cxms]|hev[cx]|mif1|msf1)/.test(name)) return 'heic'
  if (/^M4[AB]/.test(name)) return 'm4a'
  return name.startsWith('qt') ? 'mov' : 'mp4'
}

/**
 * Detects sound that starts with its first frame: sync word, MPEG version and layer (0 is AAC),
 * then possible rates.
 */
function frames(text: string): string | undefined {
  const rates = text.charCodeAt(2)
  if (/^\xff[\xf0\xf1\xf8\xf9]/.test(text) && ((rates >> 2) & 15) <= 12) return 'aac'
  const possible = rates >> 4 !== 0 && rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3
  return /^\xff[\xe2-\xe5\xf2-\xf5\xfa-\xfd]/.test(text) && possible ? 'mp3' : undefined
}

/** Returns the extension that the first bytes show; undefined if they show none. */
function sniff(text: string): string | undefined {
  const found = MAGIC.find(([magic]) => text.startsWith(magic))
  if (found) return found[1]
  if (text.startsWith('RIFF'))
    return text.startsWith('WEBP', 8) ? 'webp' : text.startsWith('WAVE', 8) ? 'wav' : undefined
  if (text.startsWith('ftyp', 4)) return brand(text)
  if (text.startsWith('\x1aE\xdf\xa3')) return text.slice(0, 64).includes('webm') ? 'webm' : 'mkv'
  return text.startsWith('BM') && text.slice(6, 10) === '\0\0\0\0' ? 'bmp' : undefined
}

/**
 * Whether a byte cannot be in a text: a control character other than tabs, line breaks and the
 * like.
 */
const isControl = (byte: number): boolean => byte === 127 || (byte < 32 && (byte < 9 || byte > 13))

/** Whether bytes are readable text, such as an error page. */
function isText(head: Uint8Array): boolean {
  if (head.some(isControl)) return false
  try {
    // A character cut off at the end of the head is allowed.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Returns the extension and type of a file by its first bytes. A hint (a Content-Type) decides only
 * if they show no type and it names a sound type that may start with anything; readable text is
 * never sound. Everything else is plain bytes. For an empty file, only the hint counts.
 */
export function typeOf(head: Uint8Array, hint?: string): { ext: string; type: string } {
  const named = EXTENSIONS.get((hint ?? '').split(';')[0]?.trim().toLowerCase() ?? '')
  const start = head.subarray(0, HEAD_BYTES)
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString('latin1')
  // Raw samples can look like a frame by chance.
  const detected = sniff(text) ?? (named === 'pcm' ? undefined : frames(text))
  const byHint =
    named !== undefined && (start.length === 0 || (SHAPELESS.has(named) && !isText(start)))
      ? named
      : 'bin'
  const ext = detected ?? byHint
  return { ext, type: TYPES[ext] as string }
}

/** Whether a type is a picture, a video or sound. */
export function isMedia(type: string): boolean {
  return /^(?:image|video|audio)\//.test(type)
}

/**
 * Returns the type of a stored name's extension; undefined for an extension that is never stored.
 */
export function typeOfExtension(ext: string): string | undefined {
  return Object.hasOwn(TYPES, ext) ? TYPES[ext] : undefined
}
