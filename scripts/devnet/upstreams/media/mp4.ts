/**
 * Makes real films: MP4 files of any size and length with one H.264 track, whose colours come from
 * a text.
 */
import { createHash } from 'node:crypto'
import { keyFrame, pps, sameFrame, sps } from './h264.ts'
import type { StripeSpec } from './h264.ts'

/** How a film should be. Sides in pixels (even), length in whole seconds. */
export interface FilmSpec {
  width: number
  height: number
  seconds: number
}

/** Frames of a second. */
export const FPS = 24
const STRIPES = 8
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

/** An MP4 of `seconds`, the same for the same `seed`. */
export function film(seed: string, { width, height, seconds }: FilmSpec): Buffer {
  const spec: StripeSpec = { width, height, stripes: colours(seed) }
  const samples = Array.from({ length: seconds * FPS }, (_, n) =>
    sized(n === 0 ? keyFrame(spec) : sameFrame(spec, n)),
  )
  const head = Buffer.concat([
    box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41')),
    box('free', text(seed)),
  ])
  const table = (offset: number) => movie(spec, samples, offset)
  const offset = head.length + table(0).length + 8
  return Buffer.concat([head, table(offset), box('mdat', ...samples)])
}

function colours(seed: string): [number, number, number][] {
  const hash = createHash('sha256').update(seed).digest()
  return Array.from({ length: STRIPES }, (_, i) => [
    48 + ((hash[i * 3] ?? 0) % 160),
    hash[i * 3 + 1] ?? 0,
    hash[i * 3 + 2] ?? 0,
  ])
}

function movie(spec: StripeSpec, samples: readonly Buffer[], offset: number): Buffer {
  const ticks = samples.length
  const times = u32(0, 0)
  const mvhd = full(
    'mvhd',
    0,
    times,
    u32(FPS, ticks, 0x10000),
    Buffer.from([1, 0]),
    zeros(10),
    u32(...MATRIX),
    zeros(24),
    u32(2),
  )
  const tkhd = full(
    'tkhd',
    3,
    times,
    u32(1, 0, ticks),
    zeros(16),
    u32(...MATRIX, spec.width << 16, spec.height << 16),
  )
  const mdhd = full('mdhd', 0, times, u32(FPS, ticks), Buffer.from([0x55, 0xc4, 0, 0]))
  const hdlr = full('hdlr', 0, u32(0), text('vide'), zeros(12), text('VideoHandler\0'))
  const dinf = box('dinf', full('dref', 0, u32(1), full('url ', 1)))
  const minf = box('minf', full('vmhd', 1, zeros(8)), dinf, sampleTable(spec, samples, offset))
  return box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, minf)))
}

function sampleTable(spec: StripeSpec, samples: readonly Buffer[], offset: number): Buffer {
  return box(
    'stbl',
    full('stsd', 0, u32(1), sampleEntry(spec)),
    full('stts', 0, u32(1, samples.length, 1)),
    full('stss', 0, u32(1, 1)),
    full('stsc', 0, u32(1, 1, samples.length, 1)),
    full('stsz', 0, u32(0, samples.length, ...samples.map(one => one.length))),
    full('stco', 0, u32(1, offset)),
  )
}

function sampleEntry(spec: StripeSpec): Buffer {
  const [sequence, picture] = [sps(spec), pps()]
  const avcC = box(
    'avcC',
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1]),
    u16(sequence.length),
    sequence,
    Buffer.from([1]),
    u16(picture.length),
    picture,
  )
  return box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(spec.width, spec.height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    avcC,
  )
}

const box = (name: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([u32(8 + parts.reduce((sum, part) => sum + part.length, 0)), text(name), ...parts])
const full = (name: string, flags: number, ...parts: Buffer[]): Buffer =>
  box(name, u32(flags), ...parts)
const sized = (unit: Buffer): Buffer => Buffer.concat([u32(unit.length), unit])
const text = (value: string): Buffer => Buffer.from(value, 'latin1')
const zeros = (count: number): Buffer => Buffer.alloc(count)
const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap(v => [v >> 8, v & 255]))

function u32(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => out.writeUInt32BE(value >>> 0, i * 4))
  return out
}
