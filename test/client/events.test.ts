/** The client's reader of event streams. */
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../generator/emit/client/transport/sse.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const events: string[] = []
  for await (const data of eventsOf(ReadableStream.from(chunks) as never)) events.push(data)
  return events
}

const STREAM = 'event: a\r\ndata: é€\r\ndata:two\r\n\r\n: a comment\n\ndata: 3\n\ndata: last'
const EVENTS = ['é€\ntwo', '3', 'last']

describe('events', () => {
  it('are the same wherever the body is cut', async () => {
    const whole = bytes(STREAM)
    for (let at = 0; at <= whole.length; at++)
      expect(await read([whole.slice(0, at), whole.slice(at)])).toEqual(EVENTS)
    expect(await read([...whole].map(byte => Uint8Array.of(byte)))).toEqual(EVENTS)
  })

  it('an event is put together once, in however many chunks it comes', async () => {
    const big = 'x'.repeat(400_000)
    const chunk = bytes(big.slice(0, 1000))
    const chunks = [bytes('data: '), ...Array.from({ length: 400 }, () => chunk), bytes('\n\n')]
    const splits = { count: 0 }
    const split = String.prototype.split
    String.prototype.split = function (this: string, ...args: [never]) {
      splits.count += this.length
      return split.apply(this, args)
    } as never
    try {
      expect(await read(chunks)).toEqual([big])
    } finally {
      String.prototype.split = split
    }
    expect(splits.count).toBeLessThan(2 * big.length)
  })
})
