/** The films and recordings of the local upstreams are real files, made without any encoder. */
import { expect, it } from 'vitest'
import { recording } from '../../scripts/devnet/upstreams/media/mp3.ts'
import { film, FPS } from '../../scripts/devnet/upstreams/media/mp4.ts'
import { measureMp3 } from '../helpers/mp3.ts'
import { boxesOf } from '../helpers/mp4.ts'
import { opus } from '../../scripts/devnet/upstreams/media/opus.ts'
import { samples, wav } from '../../scripts/devnet/upstreams/media/wav.ts'
import { typeOf } from '../../runtime/media/file-types.ts'

/** The data of a box below boxes: `moov/trak/mdia`. */
const inside = (file: Buffer, path: string): Buffer =>
  path.split('/').reduce((data, name) => boxesOf(data).find(box => box.name === name)!.data, file)

it('films have the boxes of an MP4, with the size and length asked for', () => {
  for (const [width, height, seconds] of [
    [1280, 720, 4],
    [720, 1280, 12],
    [854, 480, 1],
    [3840, 2160, 2],
  ] as const) {
    const file = film('a red fox', { width, height, seconds })
    expect(boxesOf(file).map(box => box.name)).toEqual(['ftyp', 'free', 'moov', 'mdat'])
    const track = inside(file, 'moov/trak/tkhd')
    expect([track.readUInt32BE(76) >> 16, track.readUInt32BE(80) >> 16]).toEqual([width, height])
    const header = inside(file, 'moov/mvhd')
    expect(header.readUInt32BE(16) / header.readUInt32BE(12)).toBe(seconds)
    expect(typeOf(file)).toEqual({ ext: 'mp4', type: 'video/mp4' })
  }
})

it('the samples of a film fill its data exactly: one key frame, and frames that repeat it', () => {
  const file = film('a red fox', { width: 640, height: 360, seconds: 2 })
  const table = inside(file, 'moov/trak/mdia/minf/stbl/stsz')
  const sizes = Array.from({ length: table.readUInt32BE(8) }, (_, i) =>
    table.readUInt32BE(12 + i * 4),
  )
  expect(sizes).toHaveLength(2 * FPS)
  const start = inside(file, 'moov/trak/mdia/minf/stbl/stco').readUInt32BE(8)
  expect(start).toBe(file.indexOf('mdat') + 4)
  expect(sizes.reduce((sum, size) => sum + size, start)).toBe(file.length)
  let at = start
  const kinds = sizes.map(size => {
    expect(file.readUInt32BE(at)).toBe(size - 4)
    at += size
    return file[at - size + 4]! & 31
  })
  expect(kinds).toEqual([5, ...Array<number>(2 * FPS - 1).fill(1)])
})

it('recordings are MP3 frames from end to end, as long as they say', () => {
  for (const [rate, kbps, channels, ms] of [
    [44100, 128, 1, 3000],
    [44100, 32, 2, 60_000],
    [22050, 32, 1, 1000],
    [24000, 48, 1, 10],
  ] as const) {
    const made = recording('a red fox', { rate, kbps, channels, ms })
    expect(measureMp3(made.file)).toMatchObject({ rate, ms: made.ms })
    expect(made.ms).toBeGreaterThanOrEqual(ms)
    expect(made.ms).toBeLessThan(ms + 60)
    expect(typeOf(made.file)).toEqual({ ext: 'mp3', type: 'audio/mpeg' })
  }
  expect(() => recording('x', { rate: 44100, kbps: 31, channels: 1, ms: 1 })).toThrow('no MP3')
  expect(() => measureMp3(Buffer.from('no MP3 at all'))).toThrow('no MP3 frame')
})

it('WAV and Ogg files say what they are and how long', () => {
  const sound = wav('a', 16_000, 500)
  const header = [
    sound.toString('latin1', 0, 4),
    sound.readUInt32LE(4),
    sound.readUInt32LE(24),
    sound.readUInt32LE(40),
  ]
  expect(header).toEqual(['RIFF', sound.length - 8, 16_000, 16_000])
  expect(sound.subarray(44).equals(samples('a', 16_000, 500))).toBe(true)
  const file = opus('a', 3000)
  expect(file.toString('latin1').match(/OggS/g)).toHaveLength(2 + 3)
  expect([typeOf(sound).ext, typeOf(file).ext]).toEqual(['wav', 'ogg'])
})

it('everything is the same for the same prompt and differs for another', () => {
  const makers = [
    (seed: string) => film(seed, { width: 64, height: 64, seconds: 1 }),
    (seed: string) => recording(seed, { rate: 44100, kbps: 64, channels: 2, ms: 500 }).file,
    (seed: string) => wav(seed, 8000, 500),
    (seed: string) => opus(seed, 500),
  ]
  for (const make of makers) {
    expect(make('a').equals(make('a'))).toBe(true)
    expect(make('a').equals(make('b'))).toBe(false)
  }
})
