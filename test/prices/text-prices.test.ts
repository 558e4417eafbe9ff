/**
 * What conversations cost, against the live 402: the printed rules one by one, and 200 random
 * requests against a second way to work the price out. How many tokens a prompt has is reported by
 * the gateway's own count, which has tests of its own.
 */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Hooks } from '../../runtime/hooks/index.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { quoteAt } from './quote.ts'

let gateway: TestGateway
let models: any[]
beforeAll(async () => {
  gateway = await startGateway()
  models = ((await (await fetch(`${gateway.url}/api/v1/models`)).json()) as any).data.filter(
    (one: any) => ['paid', 'flat'].includes(one.billing_mode),
  )
})
afterAll(async () => {
  await gateway.stop()
})

const PATH = '/api/v1/chat/completions'
const says = (content: string) => [{ role: 'user', content }]
const words = (tokens: number): string => 'word '.repeat(tokens)
const quote = async (body: object): Promise<number> =>
  Number((await quoteAt(gateway.url, { path: PATH, body })).amount)

/** Rates of vendors that charge more for long prompts: from how many tokens, and how much more. */
const LONG: Record<string, [number, number, number]> = {
  'vendorB/pro-3': [200_000, 2, 1.5],
  'vendorC/think-5': [200_000, 2, 2],
  'vendorC/think-5-fast': [200_000, 2, 2],
}
const CL100K = /^(vendor[DEFG]|open)\//
const SEARCHES = ['vendorC/think-5', 'vendorC/think-5-fast']
const estimateTokens: Hooks['estimateTokens'] = (...of) =>
  (gateway.gateway.parts.hooks as Hooks).estimateTokens(...of)

/**
 * Rates have up to three decimals: thousandths of micro-USD per token, so that everything is whole
 * numbers.
 */
const thousandths = (usd: number): bigint => BigInt(Math.round(usd * 1000))

/**
 * The price in micro-USD, in whole numbers of a ten thousandth micro-USD: a tenth of max_tokens
 * times thousandths.
 */
function reference(model: any, body: any): number {
  if (model.billing_mode === 'flat') return Math.round(model.pricing.flat * 1e6)
  const tokens = estimateTokens(
    body.messages,
    body.tools,
    CL100K.test(model.id) ? 'cl100k' : 'o200k',
  )
  const longest = Math.min(
    body.max_tokens ?? body.max_completion_tokens ?? 8192,
    model.max_output,
    model.context_window - tokens,
  )
  const [above, inX, outX] = LONG[model.id] ?? [Infinity, 1, 1]
  const isLong = tokens >= above
  const input =
    BigInt(tokens) * thousandths(model.pricing.input) * BigInt(isLong ? inX * 2 : 2) * 10n
  const output = BigInt(longest) * thousandths(model.pricing.output) * BigInt(isLong ? outX * 2 : 2)
  const searched =
    SEARCHES.includes(model.id) &&
    body.search_parameters !== undefined &&
    body.search_parameters.mode !== 'off'
  const search = searched
    ? BigInt(body.search_parameters.max_search_results ?? 10) * 26_250n * 20_000n
    : 0n
  const sum = input + output + search
  const floored = sum < 1000n * 20_000n ? 1000n * 20_000n : sum
  return Number((floored + 19_999n) / 20_000n) + 1000
}

test('CHAT-065 CHAT-067 CHAT-069 MODEL-014 two hundred random requests cost what the formula says', async () => {
  let seed = 42
  const random = (below: number): number =>
    (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  for (let i = 0; i < 200; i++) {
    const model = i < models.length ? models[i] : pick(models)
    const limit = pick([
      {},
      { max_tokens: 1 + random(300_000) },
      { max_tokens: 1 + random(3000) },
      { max_completion_tokens: 1 + random(50_000) },
    ])
    const search = pick([
      {},
      {
        search_parameters: {
          mode: pick(['on', 'auto', 'off']),
          ...pick([{}, { max_search_results: 1 + random(50) }]),
        },
      },
    ])
    const tools = pick([
      {},
      {
        tools: [
          {
            type: 'function',
            function: {
              name: 'look_up',
              parameters: { type: 'object', properties: { word: { type: 'string' } } },
            },
          },
        ],
      },
    ])
    const messages = pick([
      says(words(random(6000))),
      [
        { role: 'system', content: `Be ${random(99)}.` },
        ...says(`é東京 ${random(1e9)} "quoted"`),
        { role: 'assistant', content: words(random(300)) },
        ...says('and?'),
      ],
    ])
    const body = {
      model: model.id,
      messages,
      ...limit,
      ...search,
      ...tools,
      stream: model.id !== 'open/small-8b' && random(2) === 1,
    }
    const shown = JSON.stringify({ ...body, messages: undefined })
    expect([shown, await quote(body)]).toEqual([shown, reference(model, body)])
  }
}, 60_000)

describe('the rules, one by one', () => {
  it('CHAT-066 MODEL-014 the least price is 2000: the floor, and the fee after it', async () => {
    for (const { id, billing_mode } of models) {
      if (billing_mode === 'paid')
        expect([id, await quote({ model: id, messages: says('hi'), max_tokens: 1 })]).toEqual([
          id,
          2000,
        ])
    }
  })

  it('CHAT-067 no max_tokens is 8192, and no more than the model can', async () => {
    const messages = says(words(500))
    for (const model of ['vendorA/chat-6', 'vendorF/large-5', 'vendorC/code-fast-1']) {
      expect(await quote({ model, messages })).toBe(
        await quote({ model, messages, max_tokens: 8192 }),
      )
    }
    expect(await quote({ model: 'vendorC/code-fast-1', messages, max_tokens: 999_999 })).toBe(
      await quote({ model: 'vendorC/code-fast-1', messages, max_tokens: 10_000 }),
    )
  })

  it('CHAT-068 10,000 tokens more cost 1000 times the rate of answers more', async () => {
    const messages = says(words(2000))
    for (const [model, rate] of [
      ['vendorA/chat-6', 14],
      ['vendorB/pro-3', 10],
      ['vendorC/think-5', 15],
      ['vendorF/large-5', 25],
    ] as const) {
      const more =
        (await quote({ model, messages, max_tokens: 30_000 })) -
        (await quote({ model, messages, max_tokens: 20_000 }))
      expect([model, Math.abs(more - 1000 * rate) <= 1]).toEqual([model, true])
    }
  })

  it('CHAT-021 CHAT-022 CHAT-024 MODEL-015 each source is 26250, ten unless set, whichever are listed', async () => {
    // Long enough that the floor does not bind.
    const body = { model: 'vendorC/think-5', messages: says(words(2000)), max_tokens: 100 }
    const plain = await quote(body)
    const search = async (search_parameters: object): Promise<number> =>
      (await quote({ ...body, search_parameters })) - plain
    for (const [max_search_results, more] of [
      [1, 26_250],
      [10, 262_500],
      [50, 1_312_500],
    ] as const)
      expect(await search({ max_search_results })).toBe(more)
    expect(await search({ mode: 'on' })).toBe(262_500)
    expect(await search({})).toBe(262_500)
    expect(await search({ mode: 'off', max_search_results: 50 })).toBe(0)
    expect(
      await search({
        max_search_results: 3,
        sources: [{ type: 'web' }, { type: 'news' }, { type: 'x' }, { type: 'rss', links: [] }],
      }),
    ).toBe(78_750)
  })

  it('CHAT-021 a search is added before the floor, so that the fee alone follows it', async () => {
    const [body, search] = [
      { model: 'vendorC/think-5-fast', messages: says('hi'), max_tokens: 1 },
      { search_parameters: { max_search_results: 1 } },
    ]
    expect([await quote(body), await quote({ ...body, ...search })]).toEqual([2000, 27_252])
  })

  it('CHAT-020 models that do not search cost nothing for it', async () => {
    const body = { model: 'vendorA/chat-6', messages: says(words(2000)), max_tokens: 100 }
    expect(await quote({ ...body, search_parameters: { max_search_results: 50 } })).toBe(
      await quote(body),
    )
  })

  it('CHAT-071 MODEL-016 MODEL-017 from 200,000 tokens on everything costs more', async () => {
    for (const [model, input, output, inX, outX] of [
      ['vendorB/pro-3', 1.25, 10, 2, 1.5],
      ['vendorC/think-5', 3, 15, 2, 2],
      ['vendorC/think-5-fast', 0.2, 0.5, 2, 2],
    ] as const) {
      const short = { model, messages: says(words(150_000)), max_tokens: 10_000 }
      const long = { model, messages: says(words(210_000)), max_tokens: 10_000 }
      const tokens = (body: typeof long): number =>
        estimateTokens(body.messages, undefined, 'o200k')
      expect(tokens(short) < 200_000 && tokens(long) >= 200_000).toBe(true)
      expect([model, await quote(short)]).toEqual([
        model,
        Math.ceil(tokens(short) * input + 1000 * output - 1e-6) + 1000,
      ])
      expect([model, await quote(long)]).toEqual([
        model,
        Math.ceil(tokens(long) * input * inX + 1000 * output * outX - 1e-6) + 1000,
      ])
    }
  }, 60_000)

  it('CHAT-071 others do not', async () => {
    const long = { model: 'vendorB/flash-3', messages: says(words(210_000)), max_tokens: 10_000 }
    expect(await quote(long)).toBe(
      Math.ceil(estimateTokens(long.messages, undefined, 'o200k') * 0.3 + 1000 * 2.5 - 1e-6) + 1000,
    )
  }, 120_000)

  it.each([
    ['open/large-400b', 2000],
    ['open/medium-70b', 2000],
    ['open/coder-32b', 1000],
    ['open/small-8b', 1000],
  ])('MODEL-018 MODEL-019 %s is %i, however long', async (model, amount) => {
    for (const body of [
      { messages: says('hi') },
      { messages: says(words(20_000)), max_tokens: 8000 },
    ]) {
      expect(await quote({ model, ...body })).toBe(amount)
    }
    expect(await quote({ model, messages: says('hi'), max_tokens: 1, n: 3 })).toBe(3 * amount)
  })

  it('CHAT-081 price.amount is what is signed, in USD', async () => {
    const { amount, price } = await quoteAt(gateway.url, {
      path: PATH,
      body: { model: 'vendorA/chat-6', messages: says(words(500)) },
    })
    expect([price.currency, Math.round(Number(price.amount) * 1e6)]).toEqual([
      'USD',
      Number(amount),
    ])
  })

  it('the rates that are listed are those of the catalog', () => {
    const rows = new Map((catalog.tables['chat.models']!.rows as any[]).map(row => [row.id, row]))
    for (const { id, context_window, max_output } of models)
      expect([id, context_window, max_output]).toEqual([
        id,
        rows.get(id).context,
        rows.get(id).max_output,
      ])
  })
})
