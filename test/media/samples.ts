/** Small real sounds. */

/** Seconds of a tone as 16 bit samples of 24 kHz. */
export function pcm(seconds: number): Buffer {
  const samples = Int16Array.from({ length: seconds * 24_000 }, (_, i) =>
    Math.round(Math.sin(i / 9) * 9000),
  )
  return Buffer.from(samples.buffer)
}

/** The same tone as a WAV file. */
export function wav(seconds: number): Buffer {
  const data = pcm(seconds)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 24_000],
    [28, 48_000],
    [40, data.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, data])
}
