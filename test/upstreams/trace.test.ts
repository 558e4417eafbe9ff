/** Traces of callers go on to upstreams in a span of each call; nothing else of a caller does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readTrace, type Trace } from '../../runtime/lib/trace.ts'
import { callOf, json, scope, startWorld, type World } from './client-world.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const parent = (version = '00', flags = '01', rest = ''): string =>
  `${version}-${ID}-${SPAN}-${flags}${rest}`

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.seen.length = 0
  world.lines.length = 0
  world.answer = json(200, { ok: true })
})

const run = (trace?: Trace, more: Parameters<typeof callOf>[0] = {}) =>
  world.upstreams.call(callOf(more), scope(), { ids: { request: 'r1', trace } })

describe('a call to an upstream', () => {
  it('is a span of the trace, which its log line names with the request', async () => {
    world.answer = json(500, {})
    await run({ id: ID, flags: '01', state: 'a=1,b=2' })
    const { traceparent, tracestate } = world.seen[0]!.headers
    const [, span] = /^00-4bf92f3577b34da6a3ce929d0e0e4736-([0-9a-f]{16})-01$/.exec(
      String(traceparent),
    )!
    expect(span).not.toBe(SPAN)
    expect(tracestate).toBe('a=1,b=2')
    const line = world.lines.map(text => JSON.parse(text)).find(({ msg }) => msg === 'upstream')
    expect(line).toMatchObject({ request: 'r1', trace: ID, span })
  })

  it('has a span of its own each time it is repeated', async () => {
    await run({ id: ID, flags: '00' }, { repeat: () => 3 })
    const spans = world.seen.map(({ headers }) => String(headers['traceparent']).slice(36, 52))
    expect(new Set(spans).size).toBe(3)
  })

  it('has no trace if its request has none, and never the id of the request', async () => {
    await run()
    await world.upstreams.call(callOf(), scope(), {})
    for (const { headers } of world.seen) {
      expect(headers).not.toHaveProperty('traceparent')
      expect(headers).not.toHaveProperty('tracestate')
      expect(JSON.stringify(headers)).not.toContain('r1')
    }
  })

  it('passes a trace on with a file, too', async () => {
    world.answer = (_request, response) => response.writeHead(200).end('bytes')
    const ids = { request: 'r1', trace: { id: ID, flags: '01' } }
    const file = await world.upstreams.open('vendor', '/file', {
      scope: scope(),
      timeout: 9e3,
      ids,
    })
    file.cancel()
    expect(world.seen[0]!.headers['traceparent']).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`))
  })
})

describe('a traceparent', () => {
  it.each([
    ['of this version', parent(), '01'],
    ['not sampled', parent('00', '00'), '00'],
    ['with unknown flags', parent('00', 'ff'), '03'],
    ['of a later version', parent('01'), '01'],
    ['of a later version with more', parent('cc', '01', '-what-the-future-holds'), '01'],
  ])('%s is taken', (_, value, flags) => {
    expect(readTrace(value, undefined)).toEqual({ id: ID, flags })
  })

  it.each<[string, string | string[] | undefined]>([
    ['absent', undefined],
    ['empty', ''],
    ['of the forbidden version', parent('ff')],
    ['of this version with more', parent('00', '01', '-more')],
    ['of a later version with more in another form', parent('cc', '01', '.more')],
    ['in capitals', parent().toUpperCase()],
    ['without a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['without a span', `00-${ID}-${'0'.repeat(16)}-01`],
    ['too short', parent().slice(0, -1)],
    ['sent twice', `${parent()}, ${parent()}`],
    ['a list', [parent(), parent()]],
    ['with a line break', `${parent()}\r\nx: y`],
    ['with a line break in front', `\n${parent()}`],
    ['with a line break behind', `${parent()}\n`],
    ['with digits of another script', parent().replace('4', '\uff14')],
    ['of 64 KB', parent('cc', '01', `-${'a'.repeat(65_536)}`)],
  ])('%s is not taken', (_, value) => {
    expect(readTrace(value, 'a=1')).toBeUndefined()
  })
})

describe('a tracestate', () => {
  const stateOf = (value: string | string[]): string | undefined =>
    readTrace(parent(), value)?.state

  it.each([
    'a=1',
    'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
    'fw529a3039@dt=x, b=y z',
    `a=${'x'.repeat(256)}`,
  ])('like %s is passed on', value => {
    expect(stateOf(value)).toBe(value)
  })

  it.each<[string, string | string[]]>([
    ['that is empty', ''],
    ['of 513 characters', `a=${'x'.repeat(250)},b=${'x'.repeat(250)},c=${'x'.repeat(5)}`],
    ['of 64 KB', 'a=1,'.repeat(16_384)],
    ['of 33 members', Array.from({ length: 33 }, (_, i) => `a${i}=1`).join(',')],
    ['with a line break', 'a=1\r\nauthorization: x'],
    ['with text of another script', 'a=\u00e9'],
    ['without a value', 'a='],
    ['without a key', '=a'],
    ['in capitals', 'A=1'],
    ['that is a list', ['a=1', 'b=2']],
  ])('%s is dropped, and the trace is not', (_, value) => {
    expect(stateOf(value)).toBeUndefined()
    expect(readTrace(parent(), value)?.id).toBe(ID)
  })
})
