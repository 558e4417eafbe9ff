/**
 * Makes real recordings: MPEG audio layer III frame by frame, without an encoder. Each frame holds
 * one line of the spectrum, which sounds as a plain tone; the seed chooses the tones and stands in
 * the file as its title.
 */
import { bits } from './bits.ts'
import type { Bits } from './bits.ts'
import { NOTES, notesOf } from './melody.ts'

/**
 * How a recording should be: Hz, kbit/s, 1 or 2 channels, and its length in ms, which is rounded up
 * to whole frames.
 */
export interface Mp3Spec {
  rate: number
  kbps: number
  channels: 1 | 2
  ms: number
}

/** The first has two granules a frame, the second (half the rates) has one. */
const RATES = [
  [44100, 48000, 32000],
  [22050, 24000, 16000],
] as const
const KBPS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const GRANULE = 576
const LOUDNESS = 198
const LOWEST_LINE = 6
const TONE_MS = 250

/** Whether there is such a rate and bit rate. */
export const mp3Possible = (rate: number, kbps: number): boolean => shape(rate, kbps) !== undefined

/**
 * An MP3 file and its true length in ms. `seed` is a short text. Throws for rates that the format
 * does not have.
 */
export function recording(seed: string, spec: Mp3Spec): { file: Buffer; ms: number } {
  const form = shape(spec.rate, spec.kbps)
  if (!form) throw new Error(`no MP3 of ${spec.rate} Hz and ${spec.kbps} kbit/s`)
  const samples = GRANULE * form.granules
  const count = Math.ceil((spec.ms * spec.rate) / 1000 / samples)
  const made = notesOf(seed).map(note => frame({ ...spec, ...form, line: LOWEST_LINE + note }))
  const per = Math.max(1, Math.round((TONE_MS * spec.rate) / 1000 / samples))
  const frames = Array.from({ length: count }, (_, i) => made[Math.floor(i / per) % NOTES]!)
  return {
    file: Buffer.concat([title(seed), ...frames]),
    ms: Math.round((count * samples * 1000) / spec.rate),
  }
}

interface Form {
  granules: 1 | 2
  rateIndex: number
  kbpsIndex: number
}

function shape(rate: number, kbps: number): Form | undefined {
  const version = RATES.findIndex(list => (list as readonly number[]).includes(rate))
  if (version < 0) return undefined
  const kbpsIndex = (KBPS[version] as readonly number[]).indexOf(kbps)
  return kbpsIndex > 0
    ? {
        granules: version === 0 ? 2 : 1,
        rateIndex: (RATES[version] as readonly number[]).indexOf(rate),
        kbpsIndex,
      }
    : undefined
}

/**
 * One frame: header, side information, one line of spectrum per granule and channel, zeros to its
 * end.
 */
function frame(spec: Mp3Spec & Form & { line: number }): Buffer {
  const out = Buffer.alloc(Math.floor((72 * spec.granules * spec.kbps * 1000) / spec.rate))
  const w = bits()
  w.put(0x7ff, 11)
  for (const [value, width] of [
    [spec.granules === 2 ? 3 : 2, 2],
    [1, 2],
    [1, 1], // version, layer III, no checksum
    [spec.kbpsIndex, 4],
    [spec.rateIndex, 2],
    [0, 2],
    [spec.channels === 1 ? 3 : 0, 2],
    [0, 6],
  ] as const)
    w.put(value, width)
  const parts = spec.granules * spec.channels
  const tone = spectrum(spec.line)
  sideInformation(w, spec, tone.length())
  for (let i = 0; i < parts; i++) copy(w, tone)
  w.bytes().copy(out)
  return out
}

function sideInformation(
  w: Bits,
  spec: Form & { channels: number; line: number },
  length: number,
): void {
  const two = spec.granules === 2
  w.put(0, two ? 9 : 8)
  // Private bits and, for two granules, which scale factors the second shares with the first: none.
  w.put(0, two ? (spec.channels === 1 ? 5 : 3) + 4 * spec.channels : spec.channels)
  for (let i = 0; i < spec.granules * spec.channels; i++) {
    w.put(length, 12)
    w.put((spec.line >> 1) + 1, 9)
    w.put(LOUDNESS, 8)
    w.put(0, (two ? 4 : 9) + 1) // no scale factors, long blocks
    for (let region = 0; region < 3; region++) w.put(1, 5) // Huffman table 1 throughout
    w.put(0, 7 + (two ? 3 : 2))
  }
}

/** Pairs of values in Huffman table 1, zeros up to `line` and there a one. */
function spectrum(line: number): Bits {
  const w = bits()
  for (let pair = 0; pair < line >> 1; pair++) w.put(1, 1)
  if (line % 2 === 0) w.put(0b01, 2)
  else w.put(0b001, 3)
  w.put(0, 1) // plus
  return w
}

function copy(to: Bits, from: Bits): void {
  const bytes = from.bytes()
  for (let i = 0; i < from.length(); i++) to.put((bytes[i >> 3]! >> (7 - (i % 8))) & 1, 1)
}

/** ID3v2.3 with a title. */
function title(seed: string): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(seed, 'latin1')])
  const head = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    0,
    0,
    (text.length + 10) >> 7,
    (text.length + 10) & 0x7f,
  ])
  const tag = Buffer.from([
    0x54,
    0x49,
    0x54,
    0x32,
    0,
    0,
    text.length >> 8,
    text.length & 0xff,
    0,
    0,
  ])
  return Buffer.concat([head, tag, text])
}
