/** Which media there are, told by their first bytes. Only what cannot run in a browser is ever served under its own type. */

/** Bytes that suffice to tell a type. */
export const HEAD_BYTES = 64

/** Types by file name extension. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', bmp: 'image/bmp', tiff: 'image/tiff', avif: 'image/avif',
  heic: 'image/heic',
  mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm', mkv: 'video/x-matroska',
  mp3: 'audio/mpeg', aac: 'audio/aac', m4a: 'audio/mp4', wav: 'audio/wav', ogg: 'audio/ogg', flac: 'audio/flac', pcm: 'audio/pcm',
  bin: 'application/octet-stream',
}

/** Other names of these types. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'jpg', 'image/x-ms-bmp': 'bmp', 'image/heif': 'heic', 'audio/mp3': 'mp3', 'audio/x-wav': 'wav', 'audio/wave': 'wav',
  'audio/x-m4a': 'm4a',
  'audio/opus': 'ogg', 'audio/x-flac': 'flac', 'audio/l16': 'pcm', 'application/ogg': 'ogg',
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TYPES).map(([ext, type]) => [type, ext] as const),
  ...Object.entries(ALIASES),
])

/** Bytes at the beginning, as Latin-1 text, of types that these alone tell. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'png'], ['\xff\xd8\xff', 'jpg'], ['GIF87a', 'gif'], ['GIF89a', 'gif'], ['II*\0', 'tiff'], ['MM\0*', 'tiff'],
  ['ID3', 'mp3'], ['OggS', 'ogg'], ['fLaC', 'flac'], ['\xff\xf1', 'aac'], ['\xff\xf9', 'aac'],
]

/** Brands of the ISO base media format. */
function brand(name: string): string {
  if (/^avi[fs]/.test(name)) return 'avif'
  if (/^(?:hei[cxms]|hev[cx]|mif1|msf1)/.test(name)) return 'heic'
  if (/^M4[AB]/.test(name)) return 'm4a'
  return name.startsWith('qt') ? 'mov' : 'mp4'
}

/** Extension told by the first bytes; undefined where they say nothing. */
function sniff(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES)).toString('latin1')
  const found = MAGIC.find(([magic]) => text.startsWith(magic))
  if (found) return found[1]
  if (text.startsWith('RIFF')) return text.startsWith('WEBP', 8) ? 'webp' : text.startsWith('WAVE', 8) ? 'wav' : undefined
  if (text.startsWith('ftyp', 4)) return brand(text.slice(8, 12))
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'webm' : 'mkv'
  if (text.startsWith('BM') && text.slice(6, 10) === '\0\0\0\0') return 'bmp'
  return /^\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff]/.test(text) ? 'mp3' : undefined
}

/** Extension and type of a file: what its first bytes say, else what the hint (a Content-Type) says, else plain bytes. */
export function typeOf(head: Uint8Array, hint?: string): { ext: string; type: string } {
  const named = (hint ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ext = sniff(head) ?? EXTENSIONS.get(named) ?? 'bin'
  return { ext, type: TYPES[ext] as string }
}

/** The type of a stored name's extension; undefined for one that is never stored. */
export function typeOfExtension(ext: string): string | undefined {
  return Object.hasOwn(TYPES, ext) ? TYPES[ext] : undefined
}
