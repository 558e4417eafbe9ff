import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { UpstreamCall } from '../../runtime/contract.ts'
import { bytes, callOf, json, pollOf, scope, startWorld } from './client-world.ts'
import { MP3, useWorld, world } from './files-desk.ts'

useWorld()

describe('a call whose reply is a file', () => {
  const run = (more: Partial<UpstreamCall> = {}) =>
    world.upstreams.call(
      callOf({ bytes: true, give: c => ({ assets: [{ bytes: c.reply_body }] as never }), ...more }),
      scope(),
      {},
    )

  it('gives its bytes as they came, whatever they say', async () => {
    for (const body of [MP3, Buffer.from('{"a":1}'), Buffer.from([0])]) {
      world.answer = bytes(200, body, { 'content-type': 'audio/mpeg' })
      const result = await run()
      expect(result).toMatchObject({
        ok: true,
        json: undefined,
        body,
        headers: { 'content-type': 'audio/mpeg' },
      })
      expect(result.ok && result.given).toEqual({ assets: [{ bytes: body }] })
    }
    expect(world.seen[0]?.headers.accept).toBe('*/*')
  })

  it('unpacks a file that came packed', async () => {
    world.answer = bytes(200, gzipSync(MP3), {
      'content-type': 'audio/mpeg',
      'content-encoding': 'gzip',
    })
    expect(await run()).toMatchObject({ ok: true, body: MP3 })
  })

  it('nothing, a page of something in between, and JSON are no file', async () => {
    for (const [body, type] of [
      ['', 'audio/mpeg'],
      ['<html>busy</html>', 'text/html; charset=utf-8'],
      ['{"ok":true}', 'Application/JSON; charset=utf-8'],
      ['{"title":"x"}', 'application/problem+json'],
      ['not even', 'application/json'],
    ] as const) {
      world.answer = bytes(200, body, { 'content-type': type })
      expect(await run()).toMatchObject({
        ok: false,
        kind: 'upstream_failed',
        details: 'The upstream gave no file',
        status: 200,
      })
    }
  })

  it("MUS-047 an error sent as JSON is named by the call's rules, at 200 and elsewhere", async () => {
    const fail = (c: any) =>
      c.reply?.code === 'blocked'
        ? { as: 'content_policy' as const, details: c.reply.words }
        : undefined
    for (const status of [200, 400, 422]) {
      world.answer = json(status, { code: 'blocked', words: 'No such voices' })
      expect(await run({ fail })).toMatchObject({
        ok: false,
        kind: 'content_policy',
        details: 'No such voices',
        status,
      })
    }
    world.answer = json(422, { message: 'bad voice' })
    expect(await run({ fail })).toMatchObject({
      ok: false,
      kind: 'upstream_rejected',
      details: 'bad voice',
      body: { message: 'bad voice' },
    })
  })

  it('a file over the size limit is refused, announced or not; the limit is 64 MiB', async () => {
    const large = {
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream gave a reply that is too large',
    }
    world.answer = bytes(200, Buffer.alloc(1_000_001), { 'content-type': 'audio/mpeg' })
    expect(await run()).toMatchObject(large)
    world.answer = (_request, response) => {
      response.on('error', () => undefined).write(Buffer.alloc(600_000))
      response.end(Buffer.alloc(600_000))
    }
    expect(await run()).toMatchObject(large)
    const usual = await startWorld()
    usual.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': String(64 * 2 ** 20 + 1) }).flushHeaders()
    }
    expect(await usual.upstreams.call(callOf({ bytes: true }), scope(), {})).toMatchObject(large)
    await usual.stop()
  })

  it('a poll may end with a file; a page or nothing passes', async () => {
    const poll = pollOf({
      bytes: true,
      pending: c => c.reply?.status === 'running',
      give: c => ({ assets: [{ bytes: c.reply_body }] as never }),
    })
    const ask = () => world.upstreams.call(poll, { ...scope(), ticket: { id: 't' } }, {})
    world.answer = json(200, { status: 'running' })
    expect(await ask()).toMatchObject({ ok: true, pending: true })
    world.answer = bytes(200, '<html>', { 'content-type': 'text/html' })
    expect(await ask()).toMatchObject({ ok: false, transient: true })
    world.answer = bytes(200, '')
    expect(await ask()).toMatchObject({ ok: false, transient: true })
    world.answer = bytes(200, MP3, { 'content-type': 'audio/mpeg' })
    expect(await ask()).toMatchObject({ ok: true, given: { assets: [{ bytes: MP3 }] } })
  })

  it('`reply_body` is there for every reply', async () => {
    world.answer = json(200, { a: 1 })
    const result = await run({
      bytes: false,
      give: c => ({ raw: Buffer.from(c.reply_body ?? '').toString(), a: c.reply.a }),
    })
    expect(result.ok && result.given).toEqual({ raw: '{"a":1}', a: 1 })
  })
})
