/**
 * Messages through Anthropic's own client, unmodified, paid by x402's fetch on a real chain; models
 * of its maker's style and of others.
 */
import Anthropic from '@anthropic-ai/sdk'
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { openTextShop, type TextShop } from './text-clients.ts'

type Messages = Anthropic.MessageParam[]

let at: TextShop
let anthropic: Anthropic
beforeAll(async () => {
  at = await openTextShop()
  anthropic = at.anthropic
})
afterEach(() => at.shop.upstreams.reset())
afterAll(() => at?.shop.stop())

/** One model of every protocol. */
const MODELS = [
  'vendorF/small-4',
  'vendorA/chat-6-mini',
  'vendorB/flash-3',
  'vendorC/think-5',
  'vendorG/m-3',
  'open/coder-32b',
]
const says = (content: string): Messages => [{ role: 'user', content }]
const SAID = 'one two three four five six'
const hello = says(`Say: ${SAID}`)
const TOWN = {
  type: 'object',
  properties: { town: { type: 'string' } },
  required: ['town'],
  additionalProperties: false,
} as const
const WEATHER = {
  name: 'weather',
  description: 'The weather of a town',
  input_schema: TOWN as unknown as Anthropic.Tool.InputSchema,
}
const textIn = ({ content }: { content: { type: string }[] }): string =>
  content.map(block => ('text' in block ? block.text : '')).join('')

type Asked = Omit<Anthropic.MessageCreateParamsNonStreaming, 'messages' | 'tools'>

/** A turn that calls the tool, and the next one with its result, perhaps by other models. */
async function useTool(ask: Asked, isStream: boolean, next: readonly Asked[] = [ask]) {
  const question = says('Use the tool.')
  const say = (how: Asked, messages: Messages) =>
    isStream
      ? anthropic.messages.stream({ ...how, tools: [WEATHER], messages }).finalMessage()
      : anthropic.messages.create({ ...how, tools: [WEATHER], messages })
  const first = await say(ask, question)
  const called = first.content.find(block => block.type === 'tool_use')!
  const result = { type: 'tool_result' as const, tool_use_id: called.id, content: 'sunny' }
  const said: string[] = []
  for (const one of next)
    said.push(
      textIn(
        await say(one, [
          ...question,
          { role: 'assistant', content: first.content },
          { role: 'user', content: [result] },
        ]),
      ),
    )
  return { first, called, said }
}

describe.each(MODELS)('%s', model => {
  const ask = { model, max_tokens: 2000 }

  it('NAME-002 answers with a message, for the quoted price', async () => {
    const { result, quoted } = await at.bought(() =>
      anthropic.messages.create({ ...ask, messages: hello }),
    )
    expect(result).toMatchObject({
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: 'end_turn',
      usage: { input_tokens: expect.any(Number) },
    })
    expect([textIn(result), quoted.length]).toEqual([SAID, 1])
  })

  it('NAME-002 streams, and the client puts the message together', async () => {
    const { result } = await at.bought(async () => {
      const deltas: string[] = []
      const stream = anthropic.messages.stream({ ...ask, messages: hello }).on('text', text => {
        deltas.push(text)
      })
      return { message: await stream.finalMessage(), deltas }
    })
    expect([textIn(result.message), result.deltas.join(''), result.deltas.length > 1]).toEqual([
      SAID,
      SAID,
      true,
    ])
    expect(result.message).toMatchObject({
      model,
      stop_reason: 'end_turn',
      usage: { output_tokens: expect.any(Number) },
    })
  })

  it('NAME-002 streams events', async () => {
    const { result } = await at.bought(async () => {
      const types: string[] = []
      for await (const { type } of await anthropic.messages.create({
        ...ask,
        messages: hello,
        stream: true,
      }))
        types.push(type)
      return types
    })
    expect([result[0], result.at(-2), result.at(-1)]).toEqual([
      'message_start',
      'message_delta',
      'message_stop',
    ])
  })

  it.each([false, true])(
    'NAME-002 calls a tool and is given its result (as a stream: %s): two turns, two payments',
    async isStream => {
      const {
        result: { first, called, said },
        quoted,
      } = await at.bought(() => useTool(ask, isStream))
      expect([first.stop_reason, called.name, called.input, quoted.length]).toEqual([
        'tool_use',
        'weather',
        { town: 'some town' },
        2,
      ])
      expect(said).toEqual([expect.stringContaining('sunny')])
    },
  )

  it('NAME-002 has its tool run by the client', async () => {
    const towns: string[] = []
    const weather = betaTool({
      ...WEATHER,
      inputSchema: TOWN,
      run: ({ town }) => {
        towns.push(town)
        return 'sunny'
      },
    })
    const run = () =>
      anthropic.beta.messages
        .toolRunner({ ...ask, messages: says('Use the tool.'), tools: [weather] })
        .runUntilDone()
    const { result, quoted } = await at.bought(run)
    expect([towns, textIn(result), quoted.length]).toEqual([
      ['some town'],
      expect.stringContaining('sunny'),
      2,
    ])
  })

  it('NAME-002 is given a system in blocks', async () => {
    const system = [
      { type: 'text' as const, text: 'Be brief.' },
      { type: 'text' as const, text: 'Be kind.', cache_control: { type: 'ephemeral' as const } },
    ]
    const { result } = await at.bought(() =>
      anthropic.messages.create({ ...ask, system, messages: hello }),
    )
    expect(textIn(result)).toBe(SAID)
    expect(at.shop.upstreams.calls().at(-1)!.body).toMatch(/Be brief\..*Be kind\./s)
  })

  it('NAME-002 answers in JSON of a schema, parsed by the client', async () => {
    const { result } = await at.bought(() =>
      anthropic.messages.parse({
        ...ask,
        messages: says('Which town?'),
        output_config: { format: jsonSchemaOutputFormat(TOWN) },
      }),
    )
    expect(result.parsed_output).toEqual({ town: expect.any(String) })
  })
})

describe('thinking', () => {
  const budget = { type: 'enabled', budget_tokens: 1024 } as const
  const THINKING: Asked[] = [
    { model: 'vendorF/small-4', max_tokens: 3000, thinking: budget },
    { model: 'vendorF/large-5', max_tokens: 3000, thinking: { type: 'adaptive' } },
    { model: 'vendorC/think-5', max_tokens: 3000, thinking: budget },
    { model: 'vendorB/flash-3', max_tokens: 3000, thinking: budget },
  ]

  it.each(THINKING)(
    'NAME-002 of $model comes as a block, and goes with the result of the tool to every model that thinks',
    async ask => {
      for (const isStream of [false, true]) {
        const {
          result: { first, said },
          quoted,
        } = await at.bought(() => useTool(ask, isStream, THINKING))
        expect(first.content[0]).toMatchObject({
          type: 'thinking',
          thinking: expect.stringContaining('The user says'),
          signature: expect.any(String),
        })
        expect([said, quoted.length]).toEqual([
          THINKING.map(() => expect.stringContaining('sunny')),
          THINKING.length + 1,
        ])
      }
    },
  )
})

it.each(['vendorF/small-4', 'vendorA/chat-6-mini', 'vendorB/flash-3'])(
  'NAME-002 %s looks at a picture of the caller',
  async model => {
    const source = {
      type: 'base64' as const,
      media_type: 'image/png' as const,
      data: picture('fox', 32, 32).toString('base64'),
    }
    const messages: Messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image', source },
        ],
      },
    ]
    const { result } = await at.bought(() =>
      anthropic.messages.create({ model, max_tokens: 2000, messages }),
    )
    expect(textIn(result)).toContain('I looked at the picture')
  },
)

it('CHAT-030 a model that declines answers so, and is paid', async () => {
  const { result } = await at.bought(() =>
    anthropic.messages.create({
      model: 'large-5',
      max_tokens: 100,
      messages: says('Say the unspeakable'),
    }),
  )
  expect(result.stop_reason).toBe('refusal')
})

describe('without charge', () => {
  const ask = { model: 'vendorF/small-4', max_tokens: 100, messages: hello }
  const rejects = (
    work: () => Promise<unknown>,
    type: new (...all: never[]) => Error,
    members: object,
  ) =>
    at.free(async () => {
      const failed = await work().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failed).toBeInstanceOf(type)
      expect(failed).toMatchObject(members)
    })

  it('CHAT-063 a free model serves a client without a wallet', async () => {
    const free = { ...ask, model: 'open/free-8b' }
    await at.free(async () => {
      expect(textIn(await at.poor.anthropic.messages.create(free))).toBe(SAID)
      expect(await at.poor.anthropic.messages.stream(free).finalText()).toBe(SAID)
    })
  })

  it('MODEL-001 the models are listed', async () => {
    const { data } = await at.free(() => at.poor.anthropic.models.list())
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(MODELS))
  })

  it('ERR2-005 CHAT-084 an unknown model is an error of the client', async () => {
    await rejects(
      () => anthropic.messages.create({ ...ask, model: 'vendorF/none' }),
      Anthropic.BadRequestError,
      {
        status: 400,
        type: 'invalid_request_error',
        message: expect.stringContaining('Unknown model: vendorF/none'),
      },
    )
  })

  it('a thread, whose history would have to be kept here, is refused', async () => {
    const { messages, ...rest } = ask
    await rejects(
      () => anthropic.beta.messages.thread(rest).send(messages),
      Anthropic.BadRequestError,
      { type: 'invalid_request_error', message: expect.stringContaining('thread') },
    )
  })

  it.each([false, true])(
    'CHAT-084 ERR2-022 ERR2-028 failures of the upstream are errors of the client, in its own form (as a stream: %s)',
    async stream => {
      const call = () =>
        stream ? anthropic.messages.stream(ask).finalMessage() : anthropic.messages.create(ask)
      at.shop.upstreams.set('vendor_f', { mode: 'rate_limit' })
      await rejects(call, Anthropic.RateLimitError, { type: 'rate_limit_error' })
      at.shop.upstreams.set('vendor_f', { mode: 'fail', status: 529 })
      await rejects(call, Anthropic.InternalServerError, { status: 503, type: 'api_error' })
      at.shop.upstreams.set('vendor_f', { mode: 'fail', status: 401 })
      await rejects(call, Anthropic.InternalServerError, { status: 503, type: 'api_error' })
      at.shop.upstreams.set('vendor_f', { mode: 'refuse' })
      await rejects(call, Anthropic.BadRequestError, { type: 'invalid_request_error' })
    },
  )

  it('CHAT-074 a stream that breaks off throws', async () => {
    for (const mode of ['cut', 'in_band'] as const) {
      at.shop.upstreams.set('vendor_f', { mode, after: 6, chunks: 30 })
      await rejects(() => anthropic.messages.stream(ask).finalMessage(), Anthropic.APIError, {})
    }
  })

  it('CHAT-076 a client without a wallet learns what it costs', async () => {
    await rejects(() => at.poor.anthropic.messages.create(ask), Anthropic.APIError, { status: 402 })
  })
})

it('CHAT-064 another model stands in, at the price that was quoted', async () => {
  at.shop.upstreams.set('vendor_f', { mode: 'fail', status: 529, times: 1 })
  const { result, served } = await at.bought(() =>
    anthropic.messages
      .stream({ model: 'large-5', max_tokens: 500, messages: hello })
      .finalMessage(),
  )
  expect([result.model, textIn(result)]).toEqual(['vendorF/large-5', SAID])
  expect(
    ['x-fallback-used', 'x-original-model', 'x-fallback-model'].map(name => served[0]!.get(name)),
  ).toEqual(['true', 'vendorF/large-5', 'vendorF/medium-5'])
})

it('a client that leaves in the middle of a stream pays for it, once, without waiting for its end', async () => {
  const ask = { model: 'vendorF/small-4', max_tokens: 20_000, messages: hello }
  const { quoted } = await at.bought(() => anthropic.messages.stream(ask).finalMessage())
  at.shop.upstreams.set('vendor_f', { mode: 'ok', gap: 30, chunks: 10_000 })
  await at.paysLater(quoted[0]!, async () => {
    for await (const { type } of at.unseen.anthropic.messages.stream(ask))
      if (type === 'content_block_delta') break
  })
})

describe('what costs nothing', () => {
  it('NAME-002 tokens are counted as the price counts them', async () => {
    const count = (more: Partial<Anthropic.MessageCountTokensParams> = {}): Promise<number> =>
      at.free(
        async () =>
          (
            await anthropic.messages.countTokens({
              model: 'small-4',
              messages: says('word '.repeat(500)),
              ...more,
            })
          ).input_tokens,
      )
    const plain = await count()
    expect([plain > 490, plain < 520]).toEqual([true, true])
    expect(await count({ system: 'Be very brief.' })).toBeGreaterThan(plain + 3)
    expect(await count({ tools: [WEATHER] })).toBeGreaterThan(plain + 10)
    await expect(
      anthropic.messages.countTokens({ model: 'vendorZ/none', messages: hello }),
    ).rejects.toMatchObject({
      status: 400,
      error: { type: 'error', error: { type: 'invalid_request_error' } },
    })
  })

  it("MODEL-003 one model is found by its id, and by its name where its maker's client leaves the maker out", async () => {
    expect((await anthropic.models.retrieve('vendorA/chat-6-mini')).id).toBe('vendorA/chat-6-mini')
    expect((await anthropic.models.retrieve('small-4')).id).toBe('vendorF/small-4')
    await expect(anthropic.models.retrieve('none')).rejects.toMatchObject({ status: 404 })
  })
})
