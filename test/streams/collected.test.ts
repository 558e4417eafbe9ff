/** Streams that are paid for before they are sent, at a price that is known only at their end. */
import { describe, expect, it } from 'vitest'
import { collected } from '../../runtime/calls/streams/collected.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { StreamBroken } from '../../runtime/upstream/types.ts'
import type { Parts } from '../stages/desk.ts'
import { END, FACTS, FAILED, HELLO, LANDED, streamCall, upstream } from './desk.ts'

describe('a stream that is collected before it is sent', () => {
  const price = { decimals: 6, actual: (c: any) => BigInt(c.usage.output) }
  const collect = (ends: readonly (Settlement | Error)[] = [LANDED], more: Parts = {}) => {
    const made = streamCall(ends, {
      isMetered: true,
      route: { protocol: 'openai_chat', price, ...more.route },
    })
    Object.assign(made.call, { offering: {}, facts: {} })
    const source = upstream()
    const reply = collected(made.call, source.stream, FACTS)
    reply.catch(() => undefined)
    return { ...made, ...source, reply }
  }
  const finished = async (more: ReturnType<typeof collect>) => {
    for (const one of [HELLO, END]) more.send(one)
    more.over()
    return more.reply as Promise<any>
  }

  it('is paid for by its use, and is sent as a whole', async () => {
    const made = collect()
    const reply = await finished(made)
    expect([reply.status, reply.outcome, made.did[0]![2].amount]).toEqual([200, 'charged', 7n])
    expect(String(reply.body)).toContain('"content":"hello"')
    expect(String(reply.body)).toContain('"amount":"0.000007"')
  })

  it('that cost nothing is not settled', async () => {
    const made = collect([LANDED], { route: { price: { ...price, actual: () => 0n } } })
    expect((await finished(made)).status).toBe(200)
    expect([made.names(), made.charge.state]).toEqual([['fail'], 'waived'])
  })

  it('whose payment failed is not sent', async () => {
    const made = collect([FAILED])
    const reply = await finished(made)
    expect(String(reply.body)).not.toContain('hello')
    expect(JSON.parse(reply.body)).toMatchObject({ kind: 'settlement_failed', details: 'it broke' })
  })

  const failure = (details: string) => ({ ok: false, kind: 'upstream_failed', details, source: '' })

  it('that breaks off, or is too long, is a failure, and not charged', async () => {
    const made = collect()
    made.send(HELLO)
    made.fail(new StreamBroken('cut', 'It broke off.'))
    expect([await made.reply, made.did]).toEqual([failure('The stream broke off'), []])
    const long = collect()
    Object.assign(long.call.context, { copies: { take: () => false, give: () => undefined } })
    expect([await finished(long), long.did]).toEqual([failure('The answer is too long'), []])
  })

  it('is no failure of the upstream once its settlement has begun', async () => {
    const made = collect([new Error('away')])
    await expect(finished(made)).rejects.toThrow('away')
  })

  it('frees its memory', async () => {
    const made = collect()
    const freed: unknown[] = []
    Object.assign(made.call.context, {
      copies: { take: () => true, give: (...of: unknown[]) => freed.push(of) },
    })
    await finished(made)
    expect(freed).toEqual([['k', 8]])
  })
})
