/** The sounds of ElevenLabs' `output_format`, such as `mp3_44100_128`. */
import { mp3Possible, recording } from './media/mp3.ts'
import { opus } from './media/opus.ts'
import { samples, wav } from './media/wav.ts'

/** A sound in some format. */
export interface Sound {
  type: string
  bytes: Buffer
}

const FORMAT = /^(mp3|wav|pcm|opus)_(\d+)(?:_(\d+))?$/
const rates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const bitRates = [32, 64, 96, 128, 192]

/**
 * A maker of sounds of that format; undefined when there is no such format, or none here
 * (`ulaw_8000`, `alaw_8000`).
 */
export function formatOf(name: string): ((seed: string, ms: number) => Sound) | undefined {
  const [, kind, first, second] = FORMAT.exec(name) ?? []
  const [rate, kbps] = [Number(first), Number(second)]
  if (kind === 'mp3' && mp3Possible(rate, kbps))
    return (seed, ms) => ({
      type: 'audio/mpeg',
      bytes: recording(seed, { rate, kbps, channels: 1, ms }).file,
    })
  if (kind === 'opus' && rate === 48_000 && bitRates.includes(kbps))
    return (seed, ms) => ({ type: 'audio/ogg', bytes: opus(seed, ms) })
  if (second !== undefined || !rates.includes(rate)) return undefined
  if (kind === 'wav') return (seed, ms) => ({ type: 'audio/wav', bytes: wav(seed, rate, ms) })
  return kind === 'pcm'
    ? (seed, ms) => ({ type: 'audio/pcm', bytes: samples(seed, rate, ms) })
    : undefined
}
