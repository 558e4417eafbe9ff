/** What the Responses route answers. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, payloadOf, type Seen } from './client.ts'
import { errorOf, PATH } from './responses-desk.ts'
import { desk, hello, rates, tool, useDesk } from './responses-calls.ts'

useDesk()

describe('a response', () => {
  it.each([PATH, '/v1/responses'])(
    'RESP-002 RESP-008 RESP-015 RESP-021 RESP-045 at %s is asked of the upstream as the caller asked, and kept nowhere',
    async path => {
      const body = {
        model: 'chat-6-mini',
        input: 'hi',
        instructions: 'Be brief.',
        reasoning: { effort: 'low' },
        metadata: { a: 'b' },
        max_output_tokens: 200,
      }
      expect((await desk.buy(body, { path })).status).toBe(200)
      expect(desk.heard()).toEqual([
        { ...body, model: 'chat-6-mini', store: false, stream: false, background: false },
      ])
    },
  )

  it('RESP-009 RESP-010 may be as long as the model can, and no longer', async () => {
    await desk.buy({ ...hello, max_output_tokens: undefined })
    await desk.buy({ ...hello, max_output_tokens: 999_999 })
    expect(desk.heard().map(body => body.max_output_tokens)).toEqual([rates.most, rates.most])
  })

  it('RESP-028 RESP-051 is passed on to the byte', async () => {
    const made =
      '{ "id":"resp_x",  "object":"response","status":"completed", "output":[{"type":"message","content":[{"type":"output_text","text":"\\u00fc \\ud83e\\udd8a"}]}], "n":1.0,"usage":null }\n'
    desk.shop.taps.vendor_a.answer(() => ({ body: made }))
    const { status, text, headers } = await desk.buy(hello)
    expect([status, text, headers['content-type']]).toEqual([
      200,
      made,
      'application/json; charset=utf-8',
    ])
  })

  it('RESP-013 RESP-029 RESP-030 RESP-031 calls functions and reasons at once, and reports what it used', async () => {
    const { body } = await desk.buy({
      ...hello,
      input: 'Use the tool.',
      tools: [tool],
      reasoning: { effort: 'high' },
    })
    expect(desk.heard()).toMatchObject([{ tools: [tool], reasoning: { effort: 'high' } }])
    expect(body.id).toMatch(/^resp_/)
    expect(body.output.map((item: any) => item.type)).toEqual(['reasoning', 'function_call'])
    expect(body.usage).toMatchObject({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      input_tokens_details: { cached_tokens: expect.any(Number) },
      output_tokens_details: { reasoning_tokens: expect.any(Number) },
    })
  })

  it('RESP-016 RESP-027 RESP-030 gives reasoning that may be sent back', async () => {
    const include = ['reasoning.encrypted_content']
    const { body } = await desk.buy({ ...hello, include })
    expect(body.output.map((item: any) => item.type)).toEqual(['reasoning', 'message'])
    expect(body.output[0].encrypted_content).toMatch(/\S/)
    const next = await desk.buy({
      ...hello,
      include,
      input: [{ role: 'user', content: 'hi' }, ...body.output, { role: 'user', content: 'Go on.' }],
    })
    expect(next.status).toBe(200)
    expect(desk.heard()[1].input[1]).toEqual(body.output[0])
  })

  it('RESP-005 RESP-021 RESP-027 leaves reasoning out that is sent by an id alone, which nobody keeps, and counts none of it', async () => {
    const kept = [
      { role: 'user', content: 'hi' },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'given whole' }],
        encrypted_content: 'gAAAAAlocal-eA',
      },
    ]
    const lost = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'many words '.repeat(2000) }],
    }
    const most = { ...hello, max_output_tokens: 64_000 }
    expect(
      await desk.quote({
        ...most,
        input: [kept[0], lost, kept[1], { ...lost, encrypted_content: null }],
      }),
    ).toBe(await desk.quote({ ...most, input: kept }))
    expect((await desk.buy({ ...hello, input: [kept[0], lost, kept[1]] })).status).toBe(200)
    expect(desk.heard()[0].input).toEqual(kept)
  })

  it('RESP-005 has to be asked for with whole items, and says how clients do that', async () => {
    const seen = await desk.ask({
      ...hello,
      input: [
        { role: 'user', content: 'hi' },
        { type: 'item_reference', id: 'msg_1' },
      ],
    })
    expect([seen.status, errorOf(seen)]).toEqual([
      400,
      {
        message: expect.stringMatching(/^item_reference: nothing is kept here.*store: false/),
        type: 'invalid_request_error',
        param: 'input',
        code: null,
      },
    ])
  })

  it.each([PATH, '/v1/responses'])(
    'RESP-028 RESP-048 at %s is JSON, whatever its upstream calls it',
    async path => {
      desk.shop.taps.vendor_a.answer(() => ({
        headers: { 'content-type': 'text/html' },
        body: '{"id":"resp_x","object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}]}',
      }))
      const { status, headers, body } = await desk.buy(hello, { path })
      expect([status, headers['content-type'], body.id]).toEqual([
        200,
        'application/json; charset=utf-8',
        'resp_x',
      ])
    },
  )

  it.each([
    ['RESP-017 as any JSON', { format: { type: 'json_object' } }],
    [
      'RESP-017 as JSON of a schema',
      {
        format: {
          type: 'json_schema',
          name: 'x',
          schema: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
        },
      },
    ],
    ['RESP-017 in few words', { verbosity: 'low' }],
  ])('%s is asked for as it came', async (_what, text) => {
    const { status } = await desk.buy({ ...hello, text })
    expect([status, desk.heard()[0].text]).toEqual([200, text])
  })

  it('RESP-032 carries the receipt of what was quoted', async () => {
    let seen: Seen | undefined
    const quoted = await desk.quote({ ...hello, max_output_tokens: 30_000 })
    expect(
      await desk.cost(async () => {
        seen = await desk.buy({ ...hello, max_output_tokens: 30_000 })
      }),
    ).toBe(BigInt(quoted))
    const { headers, receipt } = seen!
    expect(payloadOf(headers['x-payment-response']!)).toEqual(receipt)
    expect(receipt).toMatchObject({
      success: true,
      transaction: headers['x-payment-receipt'],
      payer: desk.buyer.account.address.toLowerCase(),
    })
  })

  it('RESP-018 takes temperature where the model does, and passes the refusal on where it does not', async () => {
    const warm = { temperature: 0.5, top_p: 0.9 }
    expect((await desk.buy({ ...hello, ...warm, model: 'vendorA/chat-5' })).status).toBe(200)
    expect(desk.heard()[0]).toMatchObject(warm)
    const seen = await desk.free(() => desk.buy({ ...hello, ...warm }))
    expect([seen.status, errorOf(seen).param]).toEqual([400, 'temperature'])
  })

  it('RESP-055 RESP-041 bought twice with one authorization at once is served once', async () => {
    const header = await desk.sign(hello)
    const send = (): Promise<Seen> =>
      call(desk.shop.url, { path: PATH, body: hello, headers: paidBy(header) })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402])
    expect(errorOf(both.find(({ status }) => status === 402)!).message).toMatch(/already used/)
  })
})
