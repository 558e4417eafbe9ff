/**
 * A little H.264 (baseline, CAVLC): a still picture of coloured stripes and frames that repeat it.
 * Every decoder plays it, any size is a few kilobytes, and no encoder is needed: the first row of
 * macroblocks carries the colours, all others copy the row above.
 */
import { bits } from './bits.ts'
import type { Bits } from './bits.ts'

/** Size in pixels (even numbers) and the stripes' colours, each as Y, Cb, Cr. */
export interface StripeSpec {
  width: number
  height: number
  stripes: readonly (readonly [number, number, number])[]
}

const QP = 24
/** What one coefficient is worth in the picture at this QP. */
const [LUMA_STEP, CHROMA_STEP] = [0.625, 1.25]
const GREY = 128
const [VERTICAL, HORIZONTAL, DC] = [0, 1, 2]
/** Chroma numbers its predictions otherwise. */
const CHROMA_MODE = { [DC]: 0, [HORIZONTAL]: 1, [VERTICAL]: 2 } as Readonly<Record<number, number>>
const [NAL_SPS, NAL_PPS, NAL_IDR, NAL_P] = [0x67, 0x68, 0x65, 0x41]

const blocks = (side: number): number => Math.ceil(side / 16)

/** Sequence parameters. */
export function sps({ width, height }: StripeSpec): Buffer {
  const w = bits()
  for (const byte of [66, 0xc0, 52]) w.put(byte, 8) // baseline, level 5.2
  // Id, 8 bits of frame number, output order = coding order, one reference.
  for (const value of [0, 4, 2, 1]) w.ue(value)
  w.put(0, 1)
  w.ue(blocks(width) - 1)
  w.ue(blocks(height) - 1)
  w.put(0b111, 3) // whole frames; 8x8 inference; cropping follows
  for (const cut of [0, (blocks(width) * 16 - width) / 2, 0, (blocks(height) * 16 - height) / 2])
    w.ue(cut)
  w.put(0, 1)
  return unit(NAL_SPS, w)
}

/** Picture parameters. */
export function pps(): Buffer {
  const w = bits()
  w.ue(0)
  w.ue(0)
  w.put(0, 2)
  for (let i = 0; i < 3; i++) w.ue(0)
  w.put(0, 3)
  w.se(QP - 26)
  w.se(0)
  w.se(0)
  w.put(0b100, 3) // slices mention deblocking
  return unit(NAL_PPS, w)
}

/** The frame with the picture. */
export function keyFrame(spec: StripeSpec): Buffer {
  const w = bits()
  w.ue(0)
  w.ue(7) // only I slices
  w.ue(0)
  w.put(0, 8)
  w.ue(0)
  w.put(0, 2)
  endHeader(w)
  const [columns, rows] = [blocks(spec.width), blocks(spec.height)]
  topRow(w, spec, columns)
  for (let i = columns; i < columns * rows; i++) block(w, VERTICAL)
  return unit(NAL_IDR, w)
}

/** The `n`-th frame after the key frame: all of it as before. */
export function sameFrame(spec: StripeSpec, n: number): Buffer {
  const w = bits()
  w.ue(0)
  w.ue(5) // only P slices
  w.ue(0)
  w.put(n & 0xff, 8)
  w.put(0, 3)
  endHeader(w)
  w.ue(blocks(spec.width) * blocks(spec.height)) // so many macroblocks are skipped
  return unit(NAL_P, w)
}

function endHeader(w: Bits): void {
  w.se(0)
  w.ue(1) // no deblocking
}

function topRow(w: Bits, { stripes }: StripeSpec, columns: number): void {
  let [y, cb, cr] = [GREY, GREY, GREY]
  for (let x = 0; x < columns; x++) {
    const to = stripes[Math.floor((x * stripes.length) / columns)]!
    block(w, x === 0 ? DC : HORIZONTAL, [to[0] - y, to[1] - cb, to[2] - cr])
    ;[y, cb, cr] = to
  }
}

/** A macroblock of one colour: that of its neighbour, changed by `change`. */
function block(w: Bits, mode: number, change: readonly [number, number, number] = [0, 0, 0]): void {
  const [luma, cb, cr] = [
    change[0] / LUMA_STEP,
    change[1] / CHROMA_STEP,
    change[2] / CHROMA_STEP,
  ].map(Math.round) as [number, number, number]
  const chroma = cb !== 0 || cr !== 0
  w.ue(1 + mode + (chroma ? 4 : 0))
  w.ue(CHROMA_MODE[mode]!)
  w.se(0)
  lumaDc(w, luma)
  if (!chroma) return
  chromaDc(w, cb)
  chromaDc(w, cr)
}

function lumaDc(w: Bits, value: number): void {
  if (value === 0) return w.put(1, 1)
  w.put(0b000101, 6)
  level(w, value)
  w.put(1, 1)
}

function chromaDc(w: Bits, value: number): void {
  if (value === 0) return w.put(0b01, 2)
  w.put(0b000111, 6)
  level(w, value)
  w.put(1, 1)
}

/**
 * The only coefficient of a block. One of ±1 would have to be coded in another way ("trailing
 * one"), so the smallest is 2.
 */
function level(w: Bits, value: number): void {
  const size = Math.max(Math.abs(value), 2)
  const code = (value > 0 ? 2 * size - 2 : 2 * size - 1) - 2
  if (code < 14) return w.put(1, code + 1)
  w.put(1, code < 30 ? 15 : 16)
  w.put(code < 30 ? code - 14 : code - 30, code < 30 ? 4 : 12)
}

/** A NAL unit: the stop bit, and a 3 wherever the bytes would look like a start code. */
function unit(header: number, w: Bits): Buffer {
  w.put(1, 1)
  const out = [header]
  for (const byte of w.bytes()) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3)
    out.push(byte)
  }
  return Buffer.from(out)
}
