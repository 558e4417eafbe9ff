/** Which media of a result are good enough to be paid for, and how long copying them may take. */
import { expect, it } from 'vitest'
import { FetchRefused } from '../../runtime/media/fetch-public.ts'
import { mirror, mirrored } from '../../runtime/calls/stages/mirror.ts'
import { fakeCall, saidIn } from './desk.ts'

const UPSTREAM = { upstream: 'vendor' }
/** A call whose media store gives these files for any assets. */
function callWith(files: object[], route: object = {}) {
  const asked: { assets: unknown; how: any }[] = []
  const copy = async (assets: unknown, how: object) => {
    asked.push({ assets, how })
    return files
  }
  const made = fakeCall({
    route: { mirror: 'files', upstream: () => UPSTREAM, ...route },
    context: { mirror: { mirror: copy } },
    facts: { origin: 'http://us' },
    ids: { request: 'one' },
    scope: { call: { id: 'c' } },
  })
  return { ...made, asked }
}
const WEB = { url: 'https://us/1.png' }
const PART = 'The upstream gave no result, or a part of it without content'

it('files take the place of assets, with all else as it was given', async () => {
  const { call, asked } = callWith([WEB])
  const { signal } = new AbortController()
  const assets = [{ path: '/1' }]
  expect(await mirrored(call, { files: assets, more: 1 }, signal)).toEqual({
    files: [WEB],
    more: 1,
  })
  const { how } = asked[0]!
  expect([asked[0]!.assets, how.origin, how.signal, how.ids]).toEqual([
    assets,
    'http://us',
    signal,
    { request: 'one' },
  ])
})

it.each([
  ['an address without a host', [{ url: 'https://' }], [{}]],
  ['an address of another kind', [{ url: 'ftp://us/1' }], [{}]],
  ['an address inside a text', [{ url: 'see https://us/1' }], [{}]],
  ['content without a type', [{ url: 'data:;base64,aGk=' }], [{}]],
  ['no address', [{ url: 5 }], [{}]],
  ['less than was made', [WEB], [{}, {}]],
  ['nothing', [], []],
])('a result is none with %s', async (_, files, assets) => {
  expect(await mirrored(callWith(files).call, { files: assets })).toEqual({
    ok: false,
    kind: 'upstream_failed',
    details: PART,
    source: '',
  })
})

it.each([WEB, { url: 'HTTP://us/1' }, { url: 'data:image/svg+xml;base64,aGk=' }])(
  'a result is one with %o',
  async file => {
    expect(await mirrored(callWith([file]).call, { files: [{}] })).toEqual({ files: [file] })
  },
)

it('a reply that has the content of its files needs files that can be read', async () => {
  const stored = { ...WEB, backed_up: true }
  for (const how of ['embed', 'file']) {
    const route = { [how]: () => true }
    expect(await mirrored(callWith([stored], route).call, { files: [{}] })).toEqual({
      files: [stored],
    })
    expect(await mirrored(callWith([stored, WEB], route).call, { files: [{}, {}] })).toMatchObject({
      details: 'A file of the result could not be fetched',
    })
  }
})

it('a result is left as it is without a list of media, or where nothing is copied', async () => {
  const { call, asked } = callWith([WEB])
  expect(await mirrored(call, { files: 'none' })).toEqual({ files: 'none' })
  const plain = { ...call, compiled: { route: {} } } as never
  expect(await mirrored(plain, { files: [{}] })).toEqual({ files: [{}] })
  const bare = { ...call, context: {} } as never
  expect(await mirrored(bare, { files: [{}] })).toEqual({ files: [{}] })
  expect(asked).toEqual([])
})

it.each<[string, number | undefined, number]>([
  ['half of what is left of its authorization', 60, 30_000],
  ['two minutes, of a long one', 1_000, 120_000],
  ['two minutes without a payment', undefined, 120_000],
  ['no time after its end', -60, 0],
])('copying may take %s', async (_, seconds, most) => {
  const { call, clock, lines } = callWith([])
  let signal!: AbortSignal
  Object.assign(call.context, {
    mirror: {
      mirror: (_assets: unknown, how: { signal: AbortSignal }) => {
        ;({ signal } = how)
        return new Promise(resolve => {
          signal.addEventListener('abort', () => resolve([WEB]), { once: true })
        })
      },
    },
  })
  const validBefore = BigInt(clock.now() / 1000 + (seconds ?? 0))
  if (seconds !== undefined) call.payment = { authorization: { validBefore } } as never
  call.work = { given: { files: [{}] } } as never
  const end = mirror(call)
  if (most > 0) {
    await clock.advance(most - 1)
    expect(signal.aborted).toBe(false)
  }
  await clock.advance(1)
  expect(signal.reason).toEqual(new FetchRefused('no time is left for a copy'))
  expect([await end, call.scope.result, lines, clock.sleepers()]).toEqual([
    undefined,
    { files: [WEB] },
    [],
    0,
  ])
})

it('a call without media, or without a result, copies nothing', () => {
  const { call, asked } = callWith([WEB])
  expect(mirror(call)).toBe(undefined)
  const plain = { ...call, compiled: { route: {} }, work: { given: { files: [{}] } } } as never
  expect([mirror(plain), asked]).toEqual([undefined, []])
})

it('a result without content frees its payment, and says what its upstream left out', async () => {
  const { call } = callWith([])
  const released: string[] = []
  const charge = { holds: true, expect: () => undefined, move: () => undefined }
  Object.assign(call, { charge, work: { given: { files: [{}] } } })
  Object.assign(call.context, {
    ledger: { release: async (_: unknown, reason: string) => void released.push(reason) },
  })
  expect(saidIn((await mirror(call)) ?? undefined)).toMatchObject({
    kind: 'upstream_failed',
    details: PART,
  })
  expect(released).toEqual(['upstream_failed'])
})
