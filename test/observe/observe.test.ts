import { describe, expect, it } from 'vitest'
import { createObserve } from '../../runtime/observe/observe.ts'
import { createRedactor } from '../../runtime/observe/redact.ts'
import { manualClock } from '../helpers/clock.ts'

const secret = 'rk-live-0123456789'
function world(level = 'info') {
  const lines: string[] = []
  const clock = manualClock(1_700_000_000_000)
  const redact = createRedactor({
    upstreams: { v: { url: 'https://api.vendor.example', key: secret } },
    secrets: ['0xabcdef0123456789'],
  })
  const observe = createObserve({
    hash: 'c0ffee'.repeat(10),
    clock,
    level,
    region: 'fra1',
    redact,
    destination: {
      write: line => {
        lines.push(line)
      },
    },
  })
  return { observe, redact, parsed: () => lines.map(line => JSON.parse(line)), lines }
}

describe('the log', () => {
  it('has the same line for a request whose reply was prepared', () => {
    const facts = { route: 'get_x', origin: 'catalog/"x".yaml:1', method: 'GET', ms: 0 }
    const ends = [
      { status: 402, outcome: 'payment_required', amount: 53_500n },
      { status: 304, outcome: 'ok' },
    ]
    const callers = [
      { ip: '1.2.3.4', request: 'r1' },
      { ip: '::1%"', request: 'r2', trace: 't' },
      {},
    ]
    for (const level of ['info', 'warn']) {
      const { observe, lines } = world(level)
      const all = ends.flatMap(end => callers.map(who => ({ ...facts, ...end, ...who })))
      for (const one of all) observe.request(one)
      const right = lines.splice(0)
      for (const end of ends) callers.forEach(observe.repeat({ ...facts, ...end }))
      expect(lines).toEqual(right)
      expect(lines).toHaveLength(level === 'info' ? all.length : 0)
    }
  })

  it("has one line a request, with the catalog, the route's place and the amount as text", () => {
    const { observe, parsed } = world()
    observe.request({
      route: 'post_x',
      origin: 'catalog/x.yaml:1',
      method: 'POST',
      status: 200,
      outcome: 'charged',
      ms: 12,
      payer: '0xp',
      amount: 53_500n,
      transaction: '0xt',
      ip: '1.2.3.4',
      request: 'r1',
      trace: 't1',
    })
    expect(parsed()).toEqual([
      {
        level: 30,
        time: 1_700_000_000_000,
        catalog: 'c0ffeec0ffee',
        region: 'fra1',
        route: 'post_x',
        origin: 'catalog/x.yaml:1',
        method: 'POST',
        status: 200,
        outcome: 'charged',
        ms: 12,
        payer: '0xp',
        amount: '53500',
        transaction: '0xt',
        ip: '1.2.3.4',
        request: 'r1',
        trace: 't1',
        msg: 'request',
      },
    ])
  })

  it('holds no secret, wherever it stands', () => {
    const { observe, lines } = world('trace')
    observe.log.info(
      {
        headers: { authorization: 'Bearer abc', 'payment-signature': 'sig-abc' },
        payload: { signature: 'sig-abc' },
        any: { deep: { text: `key ${secret}` } },
      },
      `with ${secret}`,
    )
    observe.log.error(
      {
        err: new Error(
          `no answer of https://api.vendor.example/?k=${secret} with 0xABCDEF0123456789`,
        ),
      },
      'failed',
    )
    observe.upstream({ call: 'v.make', outcome: 'upstream_failed', ms: 3, status: 500 })
    const all = lines.join('')
    for (const gone of [secret, 'sig-abc', 'Bearer abc', 'vendor.example', '0xABCDEF0123456789'])
      expect(all).not.toContain(gone)
    expect(lines).toHaveLength(3)
    expect(all).toContain('no answer of')
  })

  it('holds no secret that JSON writes otherwise', () => {
    const [key, lines] = ['quote"and\\slash', [] as string[]]
    const redact = createRedactor({ upstreams: {}, secrets: [key] })
    const destination = { write: (line: string) => lines.push(line) }
    const observe = createObserve({ hash: 'h', clock: manualClock(), redact, destination })
    observe.log.warn({ answer: `refused ${key}` }, 'no')
    expect(lines.join('')).toContain('"refused [redacted]"')
  })

  it("holds no secret of a settlement's reason, whoever wrote it", () => {
    const { observe, parsed, lines } = world()
    const reason = `refused by https://api.vendor.example/pay?k=${secret}: 0xABCDEF0123456789, Bearer abcdef, sk-other-key`
    observe.settlement({
      route: 'post_x',
      network: 'base',
      state: 'failed',
      amount: 1n,
      ms: 2,
      reason,
    })
    expect(parsed()).toEqual([
      expect.objectContaining({ level: 50, state: 'failed', amount: '1', msg: 'settlement' }),
    ])
    expect(parsed()[0].reason).toMatch(/^refused by \[redacted\]/)
    for (const gone of [secret, 'vendor.example', '0xABCDEF0123456789', 'abcdef', 'sk-other'])
      expect(lines.join('')).not.toContain(gone)
  })

  it('writes of a request, a settlement and a call what it knows by name, and nothing else that came along', () => {
    const { observe, parsed } = world('debug')
    const ids = { request: 'r1', trace: 't1', span: 's1' }
    const more = { signature: '0xsig', headers: { authorization: 'Bearer abc' } }
    observe.request({
      route: 'post_x',
      origin: 'o',
      method: 'POST',
      status: 503,
      outcome: 'unavailable',
      ms: 1,
      ...more,
    })
    observe.settlement({
      route: 'post_x',
      network: 'base',
      state: 'landed',
      amount: 1n,
      ms: 2,
      transaction: '0xt',
      request: 'r1',
      ...more,
    })
    observe.upstream({ call: 'v.make', outcome: 'ok', ms: 3, status: 200, ...ids, ...more })
    const every = { time: 1_700_000_000_000, catalog: 'c0ffeec0ffee', region: 'fra1' }
    expect(parsed()).toEqual([
      {
        ...every,
        level: 50,
        msg: 'request',
        route: 'post_x',
        origin: 'o',
        method: 'POST',
        status: 503,
        outcome: 'unavailable',
        ms: 1,
      },
      {
        ...every,
        level: 30,
        msg: 'settlement',
        route: 'post_x',
        network: 'base',
        state: 'landed',
        amount: '1',
        ms: 2,
        transaction: '0xt',
        request: 'r1',
      },
      {
        ...every,
        ...ids,
        level: 20,
        msg: 'upstream',
        call: 'v.make',
        outcome: 'ok',
        ms: 3,
        status: 200,
      },
    ])
  })

  it('makes no line that its level does not write', () => {
    const { observe, lines } = world('warn')
    const untouched = {
      get ip(): string {
        throw new Error('looked at')
      },
      get reason(): string {
        throw new Error('looked at')
      },
    }
    const request = { route: 'post_x', origin: 'o', method: 'GET', outcome: 'ok', ms: 1 }
    observe.request(
      Object.defineProperties(
        { ...request, status: 200 },
        Object.getOwnPropertyDescriptors(untouched),
      ),
    )
    observe.settlement(
      Object.defineProperties(
        { route: 'post_x', network: 'base', state: 'landed', amount: 1n, ms: 1 },
        Object.getOwnPropertyDescriptors(untouched),
      ),
    )
    expect(lines).toEqual([])
    observe.request({ ...request, status: 500 })
    expect(lines).toHaveLength(1)
  })
})

describe('the figures', () => {
  it('count requests, quotes, charges, settlements and upstream calls', async () => {
    const { observe } = world('silent')
    const request = { route: 'post_x', origin: 'o', method: 'POST', ms: 7 }
    observe.request({ ...request, status: 402, outcome: 'payment_required', amount: 100n })
    observe.request({ ...request, status: 402, outcome: 'payment_required', amount: 100n })
    observe.request({ ...request, status: 200, outcome: 'charged', amount: 100n })
    observe.settlement({
      route: 'post_x',
      model: 'a/b',
      network: 'base',
      state: 'landed',
      amount: 53_500n,
      ms: 900,
    })
    observe.settlement({
      route: 'post_x',
      network: 'base',
      state: 'landed',
      amount: 1_000n,
      ms: 900,
    })
    observe.settlement({
      route: 'post_x',
      network: 'base',
      state: 'failed',
      absorbed: true,
      amount: 9_999n,
      ms: 900,
    })
    observe.upstream({ call: 'v.make', outcome: 'ok', ms: 5 })
    observe.job({ route: 'post_x', end: 'stalled' })
    observe.rejection(false)
    observe.gauge('followUpsFailing', () => 3)
    let waiting = [
      { labels: { upstream: 'v' }, value: 4 },
      { labels: { upstream: 'w' }, value: 5 },
    ]
    observe.gauge('jobsWaiting', () => waiting)
    observe.gauge('canSettle', () => {
      throw new Error('no')
    })
    const text = await observe.metrics()
    for (const line of [
      'farebox_request_duration_seconds_count{route="post_x",outcome="payment_required",status="402"} 2',
      'farebox_request_duration_seconds_bucket{le="0.01",route="post_x",outcome="charged",status="200"} 1',
      'farebox_quotes_total{route="post_x"} 2',
      'farebox_charges_total{route="post_x",model="a/b",network="base"} 1',
      'farebox_charges_total{route="post_x",model="-",network="base"} 1',
      'farebox_charged_usd_total{route="post_x",model="a/b",network="base"} 0.0535',
      'farebox_absorbed_usd_total{route="post_x"} 0.009999',
      'farebox_payment_rejections_total{recorded="no"} 1',
      'farebox_settlement_duration_seconds_count{network="base",state="failed"} 1',
      'farebox_upstream_duration_seconds_count{call="v.make",outcome="ok"} 1',
      'farebox_followups_failing 3',
      'farebox_can_settle Nan',
      'farebox_jobs_total{route="post_x",end="stalled"} 1',
      'farebox_jobs_waiting{upstream="v"} 4',
      'farebox_jobs_waiting{upstream="w"} 5',
    ])
      expect(text).toContain(line)
    waiting = waiting.slice(1)
    expect(await observe.metrics()).not.toContain('upstream="v"')
  })

  it('belong to one gateway', async () => {
    const [a, b] = [world('silent'), world('silent')]
    a.observe.request({
      route: 'only_a',
      origin: 'o',
      method: 'GET',
      status: 200,
      outcome: 'ok',
      ms: 1,
    })
    expect(await b.observe.metrics()).not.toContain('only_a')
  })
})

describe('the redactor', () => {
  const { redact } = world()
  it('takes out keys, tokens, URLs and the hosts of upstreams, and leaves the rest', () => {
    expect(
      redact.text(
        `Incorrect key ${secret.toUpperCase()} for docs.vendor.example:443, use Bearer xyz.abc or https://help.example/a?b`,
      ),
    ).toBe('Incorrect key [redacted] for [redacted], use [redacted] or [redacted]')
    const harmless = 'The size 1024x1024 is not supported. Token limit: none'
    expect(redact.text(harmless)).toBe(harmless)
  })
  it.each([
    'a.b.docs.vendor.example',
    '..docs.vendor.example',
    '-x.vendor.example:1',
    'vendor.example',
  ])('takes the whole host out of %s', host => {
    expect(redact.text(`at ${host}/`)).toMatch(/^at \.*\[redacted\]\/$/)
  })
  it.each(['x', 'x.', '-', 'api.vendor.', 'https://', 'Bearer '])(
    'takes linear time for a long line of %j',
    part => {
      const line = part.repeat(500_000 / part.length)
      expect(redact.secrets(line)).toBe(line)
    },
  )
  it('keeps the shape of JSON, also of strange JSON', () => {
    expect(redact.json({ a: [1, null, true, `x ${secret}`], [secret]: 1 })).toEqual({
      a: [1, null, true, 'x [redacted]'],
      '[redacted]': 1,
    })
    expect(redact.json(JSON.parse('{"__proto__":{"a":1}}'))).toEqual(
      JSON.parse('{"__proto__":{"a":1}}'),
    )
    expect(redact.json(undefined)).toBeNull()
    let deep: unknown = 'end'
    for (let i = 0; i < 100; i++) deep = [deep]
    expect(JSON.stringify(redact.json(deep)).length).toBeLessThan(100)
  })
})
