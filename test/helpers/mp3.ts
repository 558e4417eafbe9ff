/** Reads MP3 files back, header by header, with tables of its own. */

/** Hz by version (MPEG 1, MPEG 2) and index. */
const RATES = [
  [44_100, 48_000, 32_000],
  [22_050, 24_000, 16_000],
] as const
/** kbit/s by version and index. */
const KBPS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const SAMPLES = [1152, 576] as const

/**
 * Frames and ms of an MP3 file, read to its end. Throws where a frame should begin and does not.
 */
export function measureMp3(file: Buffer): { frames: number; ms: number; rate: number } {
  let at = file.toString('latin1', 0, 3) === 'ID3' ? 10 + ((file[8]! << 7) | file[9]!) : 0
  let [frames, samples, rate] = [0, 0, 0]
  for (; at < file.length; frames++) {
    const head = at + 4 <= file.length ? file.readUInt32BE(at) : 0
    if (head >>> 21 !== 0x7ff || ((head >> 17) & 3) !== 1) throw new Error(`no MP3 frame at ${at}`)
    const version = ((head >> 19) & 3) === 3 ? 0 : 1
    rate = RATES[version][(head >> 10) & 3]!
    at +=
      Math.floor(((SAMPLES[version] / 8) * KBPS[version][(head >> 12) & 15]! * 1000) / rate) +
      ((head >> 9) & 1)
    samples += SAMPLES[version]
  }
  return { frames, ms: Math.round((samples * 1000) / rate), rate }
}
