/** Sound without compression: 16-bit samples of one channel, bare or in a WAV file. */
import { notesOf } from './melody.ts'

const LOWEST_HZ = 220
const LOUDNESS = 8000
const TONE_MS = 250

/** Little-endian samples: tones that `seed` chooses. */
export function samples(seed: string, rate: number, ms: number): Buffer {
  const notes = notesOf(seed)
  const out = Buffer.alloc(Math.ceil((ms * rate) / 1000) * 2)
  for (let i = 0; i * 2 < out.length; i++) {
    const note = notes[Math.floor((i * 1000) / rate / TONE_MS) % notes.length]!
    out.writeInt16LE(
      Math.round(LOUDNESS * Math.sin((2 * Math.PI * LOWEST_HZ * 2 ** (note / 12) * i) / rate)),
      i * 2,
    )
  }
  return out
}

/** A WAV file of the same. */
export function wav(seed: string, rate: number, ms: number): Buffer {
  const data = samples(seed, rate, ms)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
