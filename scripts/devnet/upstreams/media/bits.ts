/** Writes fields of any width, most significant bit first, as media formats want them. */

/** Bits being written. */
export interface Bits {
  put(value: number, width: number): void
  /** Exp-Golomb codes of H.264. */
  ue(value: number): void
  se(value: number): void
  /** How many bits there are. */
  length(): number
  /** The bits as bytes; the last one is filled with zeros. */
  bytes(): Buffer
}

/** An empty writer. */
export function bits(): Bits {
  const out: number[] = []
  let count = 0
  const bit = (value: number) => {
    if (count % 8 === 0) out.push(0)
    if (value) out[out.length - 1]! |= 0x80 >> (count % 8)
    count++
  }
  const put = (value: number, width: number) => {
    for (let at = width - 1; at >= 0; at--) bit((value >>> at) & 1)
  }
  const ue = (value: number) => {
    const width = 31 - Math.clz32(value + 1)
    put(0, width)
    put(value + 1, width + 1)
  }
  return {
    put,
    ue,
    se: value => ue(value > 0 ? 2 * value - 1 : -2 * value),
    length: () => count,
    bytes: () => Buffer.from(out),
  }
}
