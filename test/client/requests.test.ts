/** What the client sends, how it reads answers, and how a caller gives a call up. */
import { describe, expect, it } from 'vitest'
import { makeClient } from '../../generator/emit/client/transport/client.ts'
import { requestOf } from '../../generator/emit/client/transport/request.ts'
import { limited } from '../../generator/emit/client/transport/sending.ts'
import type { Settings } from '../../generator/emit/client/transport/types.ts'
import { asks, clientOf, drops, receipts, refusal, rejects, serves } from './fake-gateway.ts'

const POST = { name: 'thing', method: 'POST', path: '/thing', body: true } as const
const end = (call: Promise<unknown>): Promise<any> => call.catch(error => error)

describe('a request', () => {
  it('of a POST without a body has an empty one, that of a GET has none', async () => {
    expect(await requestOf(POST, undefined, undefined)).toMatchObject({
      body: '{}',
      type: 'application/json',
    })
    expect(await requestOf({ ...POST, method: 'GET' }, undefined, undefined)).toEqual({
      method: 'GET',
      path: '/thing',
      isPaid: false,
    })
  })

  it('with a file is a form, whose other members are texts', async () => {
    const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
    const wanted = await requestOf(POST, undefined, {
      file,
      more: [file, 'b'],
      size: { width: 1 },
      count: 2,
      none: undefined,
    })
    expect(wanted.type).toMatch(/^multipart\/form-data; boundary=/)
    const { body, type } = wanted
    const form = await new Response(body, { headers: { 'content-type': type! } }).formData()
    expect([...form.keys()]).toEqual(['file', 'more', 'more', 'size', 'count'])
    expect(await (form.get('file') as unknown as File).text()).toBe('abc')
    expect(form.getAll('more')[1]).toBe('b')
    expect([form.get('size'), form.get('count')]).toEqual(['{"width":1}', '2'])
  })

  it.each([['a text'], [null], [['a']]])('with the body %j is JSON', async body => {
    expect(await requestOf(POST, undefined, body)).toMatchObject({ body: JSON.stringify(body) })
  })

  it('has the headers of the client, of the call, and of the limit', async () => {
    const { client, sent } = clientOf([serves], {
      headers: { 'x-a': 'client', 'x-b': 'client' },
      scheme: 'upto',
      maxPrice: '0.5',
    })
    await client.thing({}, { headers: { 'x-b': 'call' }, maxPrice: '0.1' })
    expect(sent[0]!.headers).toEqual({
      'x-a': 'client',
      'x-b': 'call',
      'content-type': 'application/json',
      'x-payment-scheme': 'upto',
      'x-max-price': '0.1',
    })
  })
})

describe('an answer', () => {
  const of = async (body: string, type: string) => {
    const { client } = clientOf([() => new Response(body, { headers: { 'content-type': type } })])
    return (await client.thing({})).data
  }

  it('is JSON, a text or a file, as its type says', async () => {
    expect(await of('{"a":1}', 'application/json; charset=utf-8')).toEqual({ a: 1 })
    expect(await of('{"a":1}', 'text/plain')).toBe('{"a":1}')
    const file = await of('{"a":1}', 'audio/mpeg')
    expect(file).toBeInstanceOf(Blob)
    expect(await file.text()).toBe('{"a":1}')
  })

  it('of a job that failed is an error, with the words of the gateway, and no charge', async () => {
    const accepted = refusal(202, { poll_url: '/jobs/1' })
    const failed = (body: object) => clientOf([asks, accepted, () => Response.json(body)])
    expect(await end(failed({ error: 'no fox' }).client.job({}))).toMatchObject({
      name: 'JobError',
      code: 'JOB_FAILED',
      message: 'no fox',
      body: { error: 'no fox' },
      charged: false,
    })
    expect((await end(failed({}).client.job({}))).message).toBe('The job failed')
  })

  it('of a poll that names another job is an error', async () => {
    const accepted = refusal(202, { poll_url: '/jobs/1' })
    const other = rejects('PAYMENT_REPLAY', { poll_url: '/jobs/2' })
    const { client } = clientOf([asks, accepted, other])
    expect((await end(client.job({}))).message).toBe('The payment belongs to another job')
  })

  it('of a job is resumed by its poll address', async () => {
    const { client, sent } = clientOf([asks, serves])
    expect((await client.job.resume('http://gateway.example/jobs/1?sig=a')).data).toEqual({
      ok: true,
    })
    expect(sent.map(({ path }) => path)).toEqual(['/jobs/1?sig=a', '/jobs/1?sig=a'])
  })

  it('without a payment header that can be read is one without a transaction', async () => {
    const strange = () => Response.json({}, { headers: { 'payment-response': '%' } })
    const { client } = clientOf([asks, strange])
    expect((await client.thing({})).receipt).toMatchObject({
      settled: false,
      transaction: '',
      network: 'eip155:1',
    })
  })

  it('has the signature of its receipt', async () => {
    const info = { receipt: { signature: 'ey.a' } }
    const signed = receipts({ payer: '0x2', extensions: { 'offer-receipt': { info } } })
    const { client } = clientOf([asks, signed])
    expect((await client.thing({})).receipt).toMatchObject({ signed: 'ey.a', payer: '0x2' })
  })
})

describe('a quote', () => {
  it('of what is free is 0', async () => {
    const free = () => Response.json({}, { headers: { 'x-request-id': 'r9' } })
    expect(await clientOf([free]).client.thing.quote({})).toEqual({
      price: '0',
      amountMicro: 0,
      currency: 'USD',
      accepts: [],
      requestId: 'r9',
    })
  })

  it('is sent without the limit, which would refuse it', async () => {
    const { client, sent } = clientOf([asks], { maxPrice: '0.01' })
    expect((await client.thing.quote({}, { maxPrice: '0.001' })).price).toBe('0.02')
    expect(sent[0]!.headers).not.toHaveProperty('x-max-price')
  })

  it('that is refused, or gets no answer, is an error without a charge', async () => {
    const refused = await end(clientOf([refusal(400, { error: 'no' })]).client.thing.quote({}))
    expect(refused).toMatchObject({ name: 'RequestError', message: 'no', charged: false })
    const lost = await end(clientOf([drops]).client.thing.quote({}))
    expect(lost).toMatchObject({ code: 'CONNECTION_FAILED', charged: false })
    expect(lost.message).toBe('No whole reply came from http://gateway.example/: fetch failed')
  })

  it('shows no password of its address when it is lost', async () => {
    const baseUrl = 'http://dora:s3cr3t@gateway.example'
    const { client } = clientOf([], { baseUrl, fetch: (...args) => fetch(...args) })
    const { message } = await end(client.thing.quote({}))
    expect(message).toContain('No whole reply came from http://gateway.example: ')
    expect(message).not.toMatch(/dora|s3cr3t/)
  })
})

describe('a payment', () => {
  it('needs a payer', async () => {
    const { client } = clientOf([asks], { pay: undefined })
    expect(await end(client.thing({}))).toMatchObject({
      name: 'PaymentError',
      code: 'NO_PAYER',
      charged: false,
      status: 402,
      message: 'This call is paid for, and the client has neither `x402` nor `pay`',
    })
  })

  it('that the wallet refuses is not made, and counts for nothing', async () => {
    let refusals = 1
    const pay = async () => {
      if (refusals-- > 0) throw new Error('the user declined')
      return Buffer.from('{}').toString('base64')
    }
    const { client } = clientOf([asks, asks, serves], { pay, maxPerDay: '0.03' })
    expect(await end(client.thing({}))).toMatchObject({
      code: 'NOT_SIGNED',
      message: 'No payment was signed: the user declined',
      charged: false,
      status: 402,
    })
    await client.thing({})
  })

  it('has the name of the purchase, which the gateway repeats', async () => {
    const challenges: any[] = []
    const pay = async (challenge: unknown) => {
      challenges.push(challenge)
      return Buffer.from('{}').toString('base64')
    }
    const { client } = clientOf([asks, serves, asks, serves], { pay })
    await client.thing({}, { idempotencyKey: 'order-of-2026-11' })
    await client.thing({})
    expect(challenges[0].extensions).toEqual({
      'payment-identifier': { info: { required: false, id: 'order-of-2026-11' } },
    })
    expect(challenges[1].extensions).toBeUndefined()
  })
})

describe('a call that is given up', () => {
  it('says why, and whether a payment is out', async () => {
    const control = new AbortController()
    const { client } = clientOf([
      asks,
      () => {
        control.abort(new Error('too slow'))
        return drops()
      },
    ])
    expect(await end(client.thing({}, { signal: control.signal }))).toMatchObject({
      name: 'CanceledError',
      code: 'CANCELED',
      message: 'The call was given up: too slow',
      charged: 'unknown',
    })
  })

  it('before it began signs nothing', async () => {
    const { client, wallet } = clientOf([drops])
    const given = { signal: AbortSignal.abort(new Error('never mind')) }
    expect(await end(client.thing({}, given))).toMatchObject({ code: 'CANCELED', charged: false })
    expect(wallet.signed).toBe(0)
  })

  it('while it waits does not wait longer', async () => {
    const control = new AbortController()
    const busy = refusal(503, { error: 'busy' }, { 'retry-after': '50' })
    const fetch = async () => {
      queueMicrotask(() => control.abort(new Error('enough')))
      return busy()
    }
    const settings = { baseUrl: 'http://gateway.example', fetch } as unknown as Settings
    const client: any = makeClient(settings, { operations: [POST], assets: [] })
    expect(await end(client.thing({}, { signal: control.signal }))).toMatchObject({
      message: 'The call was given up: enough',
    })
  })

  it('leaves no listener behind', () => {
    const control = new AbortController()
    const { signal, end: free } = limited({ signal: control.signal }, {} as Settings)
    free()
    control.abort()
    expect(signal.aborted).toBe(false)
  })
})

describe('a stream', () => {
  it('can be read once', async () => {
    const { client } = clientOf([serves])
    const stream = client.stream({ live: true })
    for await (const _ of stream);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('iterated once')
  })

  it('has the id of its request and its payment while it is read', async () => {
    const reply = () => {
      const response = serves()
      response.headers.set('x-request-id', 'r5')
      return response
    }
    const { client } = clientOf([asks, reply])
    const stream = client.stream({ live: true })
    expect([stream.requestId, stream.payment]).toEqual([undefined, undefined])
    for await (const _ of stream);
    expect([stream.requestId, typeof stream.payment]).toEqual(['r5', 'string'])
  })

  it.each([
    [{ error: {} }, 'The stream failed', 'unknown'],
    [{ error: { message: 'cut' }, charged: false }, 'cut', false],
    [{ error: { message: 'cut' }, charged: true }, 'cut', true],
  ])('that ends with %j', async (event, message, charged) => {
    const { client } = clientOf([asks, () => Response.json(event)])
    const read = async () => {
      for await (const _ of client.stream({ live: true }));
    }
    expect(await end(read())).toMatchObject({ name: 'StreamError', message, charged })
  })

  it('whose payment has bought a job is an error', async () => {
    const begun = rejects('PAYMENT_REPLAY', { poll_url: '/jobs/1' })
    const { client } = clientOf([asks, begun])
    const read = async () => {
      for await (const _ of client.stream({ live: true }));
    }
    expect((await end(read())).message).toBe('The payment has bought a job')
  })
})
