/** Reads MP4 files back. */

/**
 * The boxes of an MP4 at its top level: name and bytes inside. Throws when their sizes do not add
 * up to the file.
 */
export function boxesOf(file: Buffer): { name: string; data: Buffer }[] {
  const found = []
  for (let at = 0; at < file.length;) {
    const size = at + 8 <= file.length ? file.readUInt32BE(at) : 0
    if (size < 8 || at + size > file.length) throw new Error('not an MP4 file')
    found.push({
      name: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + size),
    })
    at += size
  }
  return found
}
