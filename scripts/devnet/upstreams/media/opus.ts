/**
 * Ogg files with Opus in them. They are silent, for silence is the only Opus packet that needs no
 * encoder; the seed is their title.
 */
import { createHash } from 'node:crypto'

/** One channel, 20 ms, nothing to be heard. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
const [PACKET_MS, PER_MS, PRE_SKIP, PACKETS_A_PAGE] = [20, 48, 312, 50]
const [FIRST, MIDDLE, LAST] = [2, 0, 4]

/** An Ogg Opus file of `ms`, rounded up to packets of 20 ms. `seed` is a short text. */
export function opus(seed: string, ms: number): Buffer {
  const serial = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const count = Math.max(1, Math.ceil(ms / PACKET_MS))
  const pages = [
    page([head()], { kind: FIRST, serial, at: 0, n: 0 }),
    page([tags(seed)], { kind: MIDDLE, serial, at: 0, n: 1 }),
  ]
  for (let done = 0; done < count;) {
    const now = Math.min(PACKETS_A_PAGE, count - done)
    done += now
    const at = done * PACKET_MS * PER_MS
    pages.push(
      page(Array<Buffer>(now).fill(SILENCE), {
        kind: done === count ? LAST : MIDDLE,
        serial,
        at,
        n: pages.length,
      }),
    )
  }
  return Buffer.concat(pages)
}

function head(): Buffer {
  const out = Buffer.alloc(19)
  out.write('OpusHead')
  out.set([1, 1], 8)
  out.writeUInt16LE(PRE_SKIP, 10)
  out.writeUInt32LE(48_000, 12)
  return out
}

function tags(seed: string): Buffer {
  const sized = (text: string) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(Buffer.byteLength(text))
    return Buffer.concat([size, Buffer.from(text)])
  }
  return Buffer.concat([
    Buffer.from('OpusTags'),
    sized('local'),
    Buffer.from([1, 0, 0, 0]),
    sized(`TITLE=${seed}`),
  ])
}

/** An Ogg page of packets that are shorter than 255 bytes. `at` is the sample that it ends with. */
function page(
  packets: readonly Buffer[],
  facts: { kind: number; serial: number; at: number; n: number },
): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS')
  header[5] = facts.kind
  header.writeBigUInt64LE(BigInt(facts.at), 6)
  header.writeUInt32LE(facts.serial, 14)
  header.writeUInt32LE(facts.n, 18)
  header[26] = packets.length
  const out = Buffer.concat([header, Buffer.from(packets.map(one => one.length)), ...packets])
  out.writeUInt32LE(checksum(out), 22)
  return out
}

/** Ogg's CRC-32: not reflected, starting at zero. */
function checksum(data: Buffer): number {
  let crc = 0
  for (const byte of data) {
    crc ^= byte << 24
    for (let i = 0; i < 8; i++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
