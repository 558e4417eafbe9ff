/** Reads bodies whose size is limited. */

/**
 * Reads a body to its end. Returns undefined, and ends the body, once it has more than `most`
 * bytes.
 */
export async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}
