/**
 * Answers in words, as `npm run buy` reads and prints them: every protocol on sale, whole and as a
 * stream, whole and broken.
 */
import { describe, expect, it, vi } from 'vitest'
import { readAnswer } from '../../scripts/buyer/listen.ts'
import { pageOn } from '../../scripts/buyer/page.ts'
import { isGood, printBought } from '../../scripts/buyer/print.ts'
import { talkOf, wordsOf } from '../../scripts/buyer/talk.ts'

const usage = { tokens: { prompt: 8, answer: 5, reasoning: 3 } }

describe('a whole answer', () => {
  it.each([
    [
      'chat completions',
      {
        choices: [
          { message: { content: 'Yes.', reasoning_content: 'Hm.' }, finish_reason: 'length' },
        ],
        usage: {
          prompt_tokens: 8,
          cache_read_input_tokens: 6,
          completion_tokens: 5,
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      },
      { text: 'Yes.', reasoning: 'Hm.', isCut: true, ...usage },
    ],
    [
      'messages',
      {
        type: 'message',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Yes.' },
        ],
        stop_reason: 'end_turn',
        usage: {
          input_tokens: 2,
          cache_read_input_tokens: 5,
          cache_creation_input_tokens: 1,
          output_tokens: 5,
        },
      },
      {
        text: 'Yes.',
        reasoning: 'Hm.',
        isCut: false,
        tokens: { prompt: 8, answer: 5, reasoning: 0 },
      },
    ],
    [
      'responses',
      {
        object: 'response',
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] },
        ],
        usage: {
          input_tokens: 8,
          output_tokens: 5,
          output_tokens_details: { reasoning_tokens: 3 },
        },
      },
      { text: 'Yes.', reasoning: '', isCut: false, ...usage },
    ],
    [
      'a search',
      { summary: 'Yes.', citations: ['https://a.example'] },
      { text: 'Yes.', reasoning: '', sources: ['https://a.example'] },
    ],
  ])('of %s', (_, body, talk) => expect(talkOf(body)).toEqual(talk))

  it.each([
    { data: [{ url: 'https://a.example/1.png' }] },
    { jsonrpc: '2.0', result: '0x1' },
    { object: 'response', output: [] },
    'text',
    null,
  ])('that has no words is none: %j', body => expect(talkOf(body)).toBeUndefined())
})

/** A reply that streams these events, cut up without regard to what they are. */
function streamOf(...events: (object | string)[]): Response {
  const text = events
    .map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join('')
  const parts = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      for (let at = 0; at < parts.length; at += 7) out.enqueue(parts.slice(at, at + 7))
      out.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

const end = {
  cost: { amount: '0.002000', currency: 'USD' },
  payment: { settled: true, transaction: '0xabc', network: 'base' },
}
const delta = (delta: object) => ({ choices: [{ index: 0, delta, finish_reason: null }] })

describe('a stream', () => {
  it.each([
    [
      'chat completions',
      [
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: 'Hm.' }),
        delta({ content: 'Yes, ' }),
        delta({ content: 'né.' }),
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        {
          choices: [],
          usage: {
            prompt_tokens: 8,
            completion_tokens: 5,
            completion_tokens_details: { reasoning_tokens: 3 },
          },
          ...end,
        },
        '[DONE]',
      ],
      { cost: '0.002000', payment: end.payment, ...usage },
    ],
    [
      'messages',
      [
        { type: 'message_start', message: { usage: { input_tokens: 0 } } },
        { type: 'ping' },
        { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm.' } },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Yes, ' } },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'né.' } },
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn' },
          usage: { input_tokens: 8, output_tokens: 5 },
          ...end,
        },
        { type: 'message_stop' },
      ],
      { cost: '0.002000', payment: end.payment, tokens: { prompt: 8, answer: 5, reasoning: 0 } },
    ],
    [
      'responses',
      [
        { type: 'response.created', response: { error: null, usage: null } },
        { type: 'response.reasoning_summary_text.delta', delta: 'Hm.' },
        { type: 'response.output_text.delta', delta: 'Yes, ' },
        { type: 'response.output_text.delta', delta: 'né.' },
        {
          type: 'response.completed',
          response: {
            usage: {
              input_tokens: 8,
              output_tokens: 5,
              output_tokens_details: { reasoning_tokens: 3 },
            },
          },
        },
      ],
      usage,
    ],
  ])(
    'of %s is shown part by part, and has its tokens and payment in the end',
    async (_, events, rest) => {
      const said: [string, boolean][] = []
      const { talk } = await readAnswer(
        streamOf(...events),
        { text: (text, isThought) => said.push([text, isThought]) },
        0,
      )
      expect(said).toEqual([
        ['Hm.', true],
        ['Yes, ', false],
        ['né.', false],
      ])
      expect(talk).toMatchObject({ text: 'Yes, né.', reasoning: 'Hm.', ...rest })
      expect(talk!.failure).toBeUndefined()
    },
  )

  it.each([
    [
      'an error as an event',
      [delta({ content: 'Yes' }), { error: { message: 'It broke off', code: 'STREAM_FAILED' } }],
      'It broke off',
    ],
    [
      'an error event of messages',
      [{ type: 'error', error: { type: 'api_error', message: 'It broke off' } }],
      'It broke off',
    ],
    [
      'a failed response',
      [
        {
          type: 'response.failed',
          response: { error: { code: 'server_error', message: 'It broke off' } },
        },
      ],
      'It broke off',
    ],
    ['no end', [delta({ content: 'Yes' })], 'the stream has no end'],
    [
      'an event that is no JSON',
      [delta({ content: 'Yes' }), '{"choices":'],
      'an event that cannot be read',
    ],
  ])('with %s is no result', async (_, events, failure) => {
    const answer = await readAnswer(streamOf(...events), {}, 0)
    expect(answer.talk!.failure).toBe(failure)
    expect(
      isGood({ status: 200, headers: new Headers(), amount: 2000n, header: 'x', ...answer }),
    ).toBe(false)
  })

  it('whose connection breaks is no result', async () => {
    const body = new ReadableStream({ pull: out => out.error(new TypeError('terminated')) })
    const answer = await readAnswer(
      new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      {},
      0,
    )
    expect(answer.talk!.failure).toBe('the connection broke')
  })

  it('has events that say nothing', () => {
    for (const event of [{ type: 'ping' }, { type: 'response.created', response: {} }, null, 7])
      expect(wordsOf(event)).toEqual({})
  })
})

describe('what is printed of it', () => {
  const lines = (bought: object): string[] => {
    const all: string[] = []
    const whole = {
      status: 200,
      headers: new Headers(),
      body: {},
      amount: 2000n,
      header: 'x',
      isStream: true as const,
      talk: { text: 'Yes.', reasoning: '' },
    }
    printBought({ ...whole, ...bought }, { line: text => void all.push(text.trimEnd()) })
    return all
  }
  const talk = { text: 'Yes.', reasoning: '', ...usage }

  it('tokens, cost, payment and transaction', () => {
    expect(lines({ talk: { ...talk, cost: '0.002000', payment: end.payment } })).toEqual([
      '  tokens   8 in, 5 out, 3 of them for reasoning',
      '  cost     0.002 USD',
      '  paid     0.002 USD, transaction 0xabc',
    ])
  })

  it('who answered instead, how much was left out, and that the limit was reached', () => {
    const headers = new Headers({
      'x-fallback-model': 'b',
      'x-original-model': 'a',
      'x-messages-removed': '4',
    })
    expect(lines({ headers, talk: { ...talk, isCut: true } }).slice(0, 3)).toEqual([
      '  answered by b: a failed',
      '  shortened by 4 messages, to fit the model',
      '  ended    at the token limit; --set max_tokens=N raises it',
    ])
  })

  it.each([
    [
      { talk: { ...talk, failure: 'the connection broke' } },
      'unknown: a stream that breaks off is charged only when its time was over',
    ],
    [
      { talk: { ...talk, payment: { settled: false, error_class: 'settlement_unknown' } } },
      'not known yet: settlement_unknown',
    ],
    [{ talk }, '0.002 USD; this kind of stream names no transaction, --no-stream does'],
    [{ talk, amount: 0n }, 'nothing: this is free'],
  ])('the payment, case %#', (bought, paid) =>
    expect(lines(bought).at(-1)).toBe(`  paid     ${paid}`),
  )
})

describe('a page', () => {
  const written = (isTTY: boolean): { text: () => string; page: ReturnType<typeof pageOn> } => {
    let all = ''
    const write = (text: string): boolean => {
      all += text
      return true
    }
    return {
      text: () => all,
      page: pageOn({
        isTTY,
        columns: 80,
        hasColors: () => isTTY,
        write: write as NodeJS.WriteStream['write'],
      }),
    }
  }
  const render = ({ page, text }: ReturnType<typeof written>): string => {
    page.line('before')
    for (const part of ['H', 'm.']) page.part!(part, true)
    for (const part of ['Yes', ', sir.']) page.part!(part, false)
    page.line('after')
    return text()
  }

  it('dims thoughts on a terminal', () => {
    vi.stubEnv('NO_COLOR', '')
    expect(render(written(true)).replaceAll('\r\x1b[K', '')).toBe(
      'before\n\n\x1b[2mH\x1b[22m\x1b[2mm.\x1b[22m\n\nYes, sir.\n\nafter\n',
    )
  })

  it('shows no colour where NO_COLOR is set', () => {
    vi.stubEnv('NO_COLOR', '1')
    expect(render(written(true)).replaceAll('\r\x1b[K', '')).toBe(
      'before\n\nHm.\n\nYes, sir.\n\nafter\n',
    )
    vi.unstubAllEnvs()
  })

  it('moves one line while a job runs, and ends it with the next line', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const { page, text } = written(true)
    page.live('in_progress', { since: performance.now(), expected: '1 to 3 minutes' })
    vi.advanceTimersByTime(5000)
    expect(text().split('\r\x1b[K').at(-1)).toMatch(
      /^. in_progress, 5 s \(usually 1 to 3 minutes\)$/,
    )
    page.line('200 OK')
    const end = text()
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    expect(text()).toBe(end)
    expect(end.endsWith('\r\x1b[K200 OK\n')).toBe(true)
  })

  it('writes each state of a job on a line of its own elsewhere', () => {
    const { page, text } = written(false)
    page.wait!('queued', { since: performance.now() })
    page.live('in_progress', { since: performance.now() - 2000 })
    expect(text()).toMatch(/^in_progress, 2\.0 s\n$/)
  })

  it('leaves them out elsewhere', () =>
    expect(render(written(false))).toBe('before\n\nYes, sir.\n\nafter\n'))

  it('lets no text command the terminal', () => {
    const { page, text } = written(false)
    page.part!('a\x1b]0;title\x07b\x1b[2J\x9b31mc\r\b\td\n', false)
    page.line('after')
    for (const control of ['\x1b', '\x07', '\x9b', '\r', '\b'])
      expect(text()).not.toContain(control)
    expect(text()).toMatch(/^\na.*b.*c\td\n\nafter\n$/)
  })
})
