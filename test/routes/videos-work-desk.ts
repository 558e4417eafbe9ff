/** Videos that are bought and made. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { boxesOf } from '../helpers/mp4.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { uri } from '../hooks/pictures.ts'
import { openStudio, type Studio } from './studio.ts'

export const path = '/api/v1/videos/generations'

export const prompt = 'a paper boat'

export let studio: Studio<'vendor_f'>

export const image = uri(picture('boat', 64, 36))

/** Width and height of a film, from its track header. */
export function sizeOfFilm(file: Buffer): [number, number] {
  const inside = (box: Buffer, name: string): Buffer =>
    boxesOf(box).find(one => one.name === name)!.data
  const track = inside(inside(inside(file, 'moov'), 'trak'), 'tkhd')
  return [track.readUInt32BE(76) >> 16, track.readUInt32BE(80) >> 16]
}

export const switches = { generate_audio: true, seed: 7, watermark: true, return_last_frame: true }

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useStudio(): void {
  beforeAll(async () => {
    studio = await openStudio({ taps: ['vendor_f'] as const })
  })
  afterAll(() => studio?.stop())
  afterEach(() => {
    studio.upstreams.reset()
    studio.shop.taps.vendor_f.seen.length = 0
  })
}
