/** Reading bodies up to a limit. */
import { describe, expect, it } from 'vitest'
import { readUpTo } from '../../runtime/lib/read-up-to.ts'

/** A body of these pieces, which notes whether it was ended before its last piece. */
function bodyOf(...pieces: string[]) {
  const left = { pieces: 0, isEnded: false }
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) {
        left.pieces += 1
        yield Buffer.from(piece)
      }
    } finally {
      left.isEnded = true
    }
  }
  return { body: body(), left }
}

describe('a body', () => {
  it.each([
    [[], ''],
    [['ab', 'cd'], 'abcd'],
  ])('of %j is read as a whole', async (pieces, text) => {
    expect(String(await readUpTo(bodyOf(...pieces).body, 4))).toBe(text)
  })

  it('of more bytes is ended at once', async () => {
    const { body, left } = bodyOf('ab', 'cde', 'f')
    expect(await readUpTo(body, 4)).toBeUndefined()
    expect(left).toEqual({ pieces: 2, isEnded: true })
  })
})
