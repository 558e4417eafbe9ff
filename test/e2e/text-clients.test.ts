/**
 * Chat completions through OpenAI's own client, unmodified, paid by x402's fetch on a real chain;
 * one model of every protocol.
 */
import OpenAI from 'openai'
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction'
import { describe, expect, it } from 'vitest'
import { at, openai, says, useDesk, WEATHER } from './text-clients-desk.ts'

useDesk()

/** One model of every protocol and way of paying, none of which another stands in for. */
const MODELS = [
  'vendorA/chat-6-mini',
  'vendorB/flash-3',
  'vendorC/code-fast-1',
  'vendorD/seed-2',
  'vendorE/chat-5-air',
  'vendorF/small-4',
  'vendorG/m-3',
  'open/medium-70b',
]

const hello = says('Say: one two three four five six')

const SAID = 'one two three four five six'

const SCHEMA = {
  type: 'json_schema',
  json_schema: {
    name: 'town',
    strict: true,
    schema: {
      type: 'object',
      properties: { town: { type: 'string' }, people: { type: 'integer' } },
      required: ['town', 'people'],
      additionalProperties: false,
    },
  },
} as const

it('MODEL-001 lists the models, for nothing', async () => {
  const ids: string[] = []
  await at.free(async () => {
    for await (const { id, object } of at.poor.openai.models.list()) ids.push(`${object} ${id}`)
  })
  expect(ids).toEqual(expect.arrayContaining(MODELS.map(id => `model ${id}`)))
})

describe.each(MODELS)('%s', model => {
  it('CHAT-085 answers, for the quoted price', async () => {
    const { result, quoted } = await at.bought(() =>
      openai.chat.completions.create({ model, messages: hello, max_tokens: 500 }),
    )
    expect([
      result.object,
      result.model,
      result.choices[0]!.message.content,
      result.choices[0]!.finish_reason,
    ]).toEqual(['chat.completion', model, SAID, 'stop'])
    expect(result.usage!.total_tokens).toBe(
      result.usage!.prompt_tokens + result.usage!.completion_tokens,
    )
    expect(quoted).toHaveLength(1)
  })

  it('CHAT-086 CHAT-087 CHAT-090 streams, chunk by chunk, for the quoted price', async () => {
    const { result, quoted } = await at.bought(async () => {
      const chunks: OpenAI.ChatCompletionChunk[] = []
      for await (const chunk of await openai.chat.completions.create({
        model,
        messages: hello,
        max_tokens: 500,
        stream: true,
      }))
        chunks.push(chunk)
      return chunks
    })
    const deltas = result
      .map(({ choices }) => choices[0]?.delta.content ?? '')
      .filter(text => text !== '')
    expect([deltas.join(''), deltas.length > 1]).toEqual([SAID, true])
    expect([
      new Set(result.map(({ id }) => id)).size,
      result.at(-1)!.usage!.completion_tokens > 0,
      quoted.length,
    ]).toEqual([1, true, 1])
  })

  it('CHAT-086 streams through the helper, which puts the completion together', async () => {
    const { result } = await at.bought(async () => {
      const stream = openai.chat.completions.stream({ model, messages: hello, max_tokens: 500 })
      let snapshot = ''
      stream.on('content', (_, whole) => {
        snapshot = whole
      })
      const { choices, usage } = await stream.finalChatCompletion()
      return {
        snapshot,
        content: choices[0]!.message.content,
        end: choices[0]!.finish_reason,
        usage,
      }
    })
    expect(result).toMatchObject({
      snapshot: SAID,
      content: SAID,
      end: 'stop',
      usage: { completion_tokens: expect.any(Number) },
    })
  })

  it.each(['whole', 'streamed'])(
    'CHAT-011 CHAT-038 CHAT-089 has its tool run by the client (%s): two turns, two payments',
    async how => {
      const towns: string[] = []
      const run = ({ town }: { town: string }): string => {
        towns.push(town)
        return 'sunny'
      }
      const tool: RunnableToolFunctionWithParse<{ town: string }> = {
        ...WEATHER,
        function: { ...WEATHER.function, parse: JSON.parse, function: run },
      }
      const ask = { model, messages: says('Use the tool.'), tools: [tool], max_tokens: 2000 }
      const { result, quoted } = await at.bought(() => {
        return (
          how === 'whole'
            ? openai.chat.completions.runTools(ask)
            : openai.chat.completions.runTools({ ...ask, stream: true })
        ).finalContent()
      })
      expect([towns, result, quoted.length]).toEqual([
        ['some town'],
        expect.stringContaining('sunny'),
        2,
      ])
    },
  )

  it('CHAT-014 answers in JSON of a schema, parsed by the client', async () => {
    const { result } = await at.bought(() =>
      openai.chat.completions.parse({
        model,
        messages: says('Which town?'),
        response_format: SCHEMA,
        max_tokens: 2000,
      }),
    )
    expect(result.choices[0]!.message.parsed).toEqual({
      town: expect.any(String),
      people: expect.any(Number),
    })
  })

  it('CHAT-014 streams JSON of a schema, parsed by the client', async () => {
    const { result } = await at.bought(() =>
      openai.chat.completions
        .stream({ model, messages: says('Which town?'), response_format: SCHEMA, max_tokens: 2000 })
        .finalChatCompletion(),
    )
    expect(JSON.parse(result.choices[0]!.message.content!)).toEqual({
      town: expect.any(String),
      people: expect.any(Number),
    })
  })

  it('CHAT-013 answers with a JSON object', async () => {
    const { result } = await at.bought(() =>
      openai.chat.completions.create({
        model,
        messages: says('Answer in JSON.'),
        response_format: { type: 'json_object' },
        max_tokens: 2000,
      }),
    )
    expect(JSON.parse(result.choices[0]!.message.content!)).toBeTypeOf('object')
  })
})

describe('without charge', () => {
  it('CHAT-062 CHAT-063 a free model serves a client without a wallet, whole and as a stream', async () => {
    const ask = { model: 'open/free-20b', messages: hello, max_tokens: 500 }
    await at.free(async () => {
      const { data, response } = await at.poor.openai.chat.completions.create(ask).withResponse()
      expect([data.choices[0]!.message.content, response.headers.get('x-free-model')]).toEqual([
        SAID,
        'true',
      ])
      expect(
        (await at.poor.openai.chat.completions.stream(ask).finalChatCompletion()).choices[0]!
          .message.content,
      ).toBe(SAID)
    })
  })

  it('ERR2-005 an unknown model is a bad request', async () => {
    await at.free(async () => {
      const failed = openai.chat.completions.create({ model: 'vendorA/chat-7', messages: hello })
      await expect(failed).rejects.toThrow(OpenAI.BadRequestError)
      await expect(failed).rejects.toThrow(/Unknown model: vendorA\/chat-7/)
    })
  })

  it.each([false, true])(
    'ERR2-022 ERR2-028 ERR2-029 failures of the upstream are errors of the client (as a stream: %s)',
    async stream => {
      const ask = { model: 'vendorA/chat-6-mini', messages: hello, stream }
      await at.free(async () => {
        at.shop.upstreams.set('vendor_a', { mode: 'rate_limit', retry_after: 7 })
        await expect(openai.chat.completions.create(ask)).rejects.toThrow(OpenAI.RateLimitError)
        at.shop.upstreams.set('vendor_a', { mode: 'fail', status: 503 })
        await expect(openai.chat.completions.create(ask)).rejects.toMatchObject({
          status: 503,
          code: 'MODEL_UNAVAILABLE',
        })
        at.shop.upstreams.set('vendor_a', { mode: 'fail', status: 401 })
        await expect(openai.chat.completions.create(ask)).rejects.toMatchObject({
          status: 503,
          code: 'PROVIDER_CONFIG_ERROR',
        })
        at.shop.upstreams.reset()
        await expect(
          openai.chat.completions.create({ ...ask, messages: says('forbidden') }),
        ).rejects.toMatchObject({ status: 400, code: 'CONTENT_FILTERED' })
      })
    },
  )

  it('CHAT-074 a stream that breaks off throws', async () => {
    at.shop.upstreams.set('vendor_a', { mode: 'cut', after: 6, chunks: 30 })
    await at.free(() =>
      expect(
        openai.chat.completions
          .stream({ model: 'vendorA/chat-6-mini', messages: hello })
          .finalChatCompletion(),
      ).rejects.toThrow(OpenAI.APIError),
    )
  })

  it('CHAT-076 a client without a wallet learns what it costs', async () => {
    await at.free(() =>
      expect(
        at.poor.openai.chat.completions.create({ model: 'vendorA/chat-6-mini', messages: hello }),
      ).rejects.toMatchObject({ status: 402 }),
    )
  })
})

it('CHAT-064 another model stands in, at the price that was quoted', async () => {
  at.shop.upstreams.set('vendor_f', { mode: 'fail', status: 529, times: 1 })
  const { result, served } = await at.bought(() =>
    openai.chat.completions
      .stream({ model: 'vendorF/large-5', messages: hello })
      .finalChatCompletion(),
  )
  expect([result.model, result.choices[0]!.message.content]).toEqual(['vendorF/large-5', SAID])
  expect(
    ['x-fallback-used', 'x-original-model', 'x-fallback-model'].map(name => served[0]!.get(name)),
  ).toEqual(['true', 'vendorF/large-5', 'vendorF/medium-5'])
})

it('a client that tries again by itself pays for what it got, once', async () => {
  at.shop.upstreams.set('vendor_a', { mode: 'fail', status: 503, times: 1 })
  const { result, quoted } = await at.bought(() =>
    openai.chat.completions.create(
      { model: 'vendorA/chat-6-mini', messages: hello },
      { maxRetries: 1 },
    ),
  )
  expect([
    result.choices[0]!.message.content,
    quoted.length,
    at.shop.upstreams.calls('vendor_a').length,
  ]).toEqual([SAID, 1, 2])
})

it('a client that leaves in the middle of a stream pays for it, once, without waiting for its end', async () => {
  const ask = { model: 'vendorA/chat-6-mini', messages: hello, stream: true as const }
  const { quoted } = await at.bought(async () => {
    for await (const _ of await openai.chat.completions.create(ask));
  })
  at.shop.upstreams.set('vendor_a', { mode: 'ok', gap: 30, chunks: 10_000 })
  await at.paysLater(quoted[0]!, async () => {
    for await (const { choices } of await at.unseen.openai.chat.completions.create(ask))
      if (choices[0]?.delta.content) break
  })
})
