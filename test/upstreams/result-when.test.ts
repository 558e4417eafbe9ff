/**
 * When a reply is a result: as its call says, otherwise always, but for generated media that hold
 * nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UpstreamCall } from '../../runtime/contract.ts'
import { filled } from '../../runtime/formula.ts'
import { callOf, json, scope, startWorld, type World } from './client-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

const ask = (reply: unknown, more: Partial<UpstreamCall>) => {
  world.answer = json(200, reply)
  return world.upstreams.call(callOf(more), scope(), {})
}
const NONE = { ok: false, kind: 'upstream_failed', details: 'The upstream gave no result' }

describe('emptiness is an answer', () => {
  it.each([
    ['a last page', { items: [] }, { give: (c: any) => ({ items: c.reply.items }) }],
    [
      'a command without output',
      { stdout: '', returncode: 0 },
      { give: (c: any) => ({ stdout: c.reply.stdout }) },
    ],
    ['a text of blanks', { note: ' \n' }, { give: (c: any) => ({ note: c.reply.note }) }],
  ])('%s', async (_what, reply, more) => {
    expect(await ask(reply, more)).toMatchObject({ ok: true, given: more.give({ reply }) })
  })

  it('unless the call says what a result is', async () => {
    const more = {
      give: (c: any) => c.reply,
      resultWhen: (c: any) => c.reply.returncode !== undefined,
    }
    expect(await ask({ stdout: '', returncode: 0 }, more)).toMatchObject({
      ok: true,
      given: { stdout: '' },
    })
    expect(await ask({ stdout: 'hi' }, more)).toMatchObject(NONE)
  })
})

describe('media that hold nothing are no result', () => {
  const media = { media: 'assets', give: (c: any) => ({ assets: c.reply.data }) }
  it.each([
    [[]],
    [[{ url: '' }]],
    [[{ url: ' ' }]],
    [[null]],
    [[{}]],
    [['']],
    [[{ b64: '' }]],
    [[{ url: null, revised_prompt: 'x' }]],
    [[{ url: 'https://a.example/1' }, { url: '' }]],
    [undefined],
    ['text'],
  ])('%j', async data => {
    expect(await ask({ data }, media)).toMatchObject(NONE)
  })

  it.each([
    [[{ url: 'https://a.example/1' }]],
    [[{ b64: 'eA==' }]],
    [[{ path: '/v1/1' }, { url: 'https://a.example/1' }]],
  ])('%j are one', async data => {
    expect(await ask({ data }, media)).toMatchObject({ ok: true, given: { assets: data } })
  })

  it('unless the call itself says what a result is', async () => {
    expect(await ask({ data: [] }, { ...media, resultWhen: () => true })).toMatchObject({
      ok: true,
      given: { assets: [] },
    })
  })
})

it('filled() finds anything but blanks, at any depth', () => {
  expect([0, false, 'x', [['x']], { a: { b: 0 } }, new Uint8Array(1)].map(filled)).toEqual(
    Array.from({ length: 6 }, () => true),
  )
  expect(
    [undefined, null, '', ' \n', [], {}, [null, ''], { a: { b: [] } }, new Uint8Array(0)].map(
      filled,
    ),
  ).toEqual(Array.from({ length: 9 }, () => false))
})
