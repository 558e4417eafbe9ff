import { GoogleGenAI } from '@google/genai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/hooks/unusable.ts'
import { schemaOf } from '../../runtime/protocols/gemini-generate/schema.ts'
import { callers, suppliers } from '../../runtime/protocols/index.ts'
import { Malformed, type ChatRequest, type Message } from '../../runtime/protocols/types.ts'
import { cut, cuts, FACTS, readStream, sse, sumOf, sumOfReply } from './streams.ts'
import { runs } from '../helpers/runs.ts'

const { read } = suppliers.gemini_generate
// oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked at by their members
const write = (more: Partial<ChatRequest> = {}): any =>
  JSON.parse(
    JSON.stringify(
      suppliers.gemini_generate.write({
        model: 'm-1',
        messages: [{ role: 'user', content: 'hi' }],
        ...more,
      }),
    ),
  )
const contentsOf = (...messages: Message[]) => write({ messages }).contents
const call = (id: string, name: string, args: string, signature?: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
  ...(signature ? { extra_content: { google: { thought_signature: signature } } } : {}),
})
const SKIP = 'skip_thought_signature_validator'

describe('what a Gemini-style supplier is asked', () => {
  it('contents, the system apart, turns that alternate', () => {
    expect(
      write({
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'a' },
          { role: 'user', content: [{ type: 'text', text: 'b' }] },
          { role: 'assistant', content: 'c' },
          { role: 'developer', content: 'd' },
        ],
      }),
    ).toEqual({
      systemInstruction: { parts: [{ text: 's' }, { text: 'd' }] },
      generationConfig: {},
      contents: [
        { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
        { role: 'model', parts: [{ text: 'c' }] },
      ],
    })
  })

  it('pictures from data URIs and by address', () => {
    const picture = (url: string) => ({ type: 'image_url' as const, image_url: { url } })
    expect(
      contentsOf({
        role: 'user',
        content: [picture('data:image/png;base64,AAAA'), picture('https://x/y.WEBP?z=1')],
      })[0].parts,
    ).toEqual([
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
      { fileData: { mimeType: 'image/webp', fileUri: 'https://x/y.WEBP?z=1' } },
    ])
    expect(() => contentsOf({ role: 'user', content: [{ type: 'input_audio' }] })).toThrow(Unusable)
  })

  it("calls and results by the function's name; a result is an object", () => {
    expect(
      contentsOf(
        { role: 'user', content: 'a' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('1', 'f', '{"x":1}', 'sig'), call('2', 'g', '')],
        },
        { role: 'tool', tool_call_id: '1', content: '{"r":2}' },
        { role: 'tool', tool_call_id: '2', content: 'text' },
        { role: 'tool', tool_call_id: '2', content: 'no', is_error: true },
      ).slice(1),
    ).toEqual([
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'f', args: { x: 1 } }, thoughtSignature: 'sig' },
          { functionCall: { name: 'g', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'f', response: { r: 2 } } },
          { functionResponse: { name: 'g', response: { result: 'text' } } },
          { functionResponse: { name: '2', response: { error: 'no' } } },
        ],
      },
    ])
  })

  it('the first call of each step of the current turn is signed, if need be by a stand-in; earlier turns need none', () => {
    const step = (id: string): Message[] => [
      { role: 'assistant', tool_calls: [call(id, 'f', '{}'), call(`${id}b`, 'f', '{}')] },
      { role: 'tool', tool_call_id: id, content: 'r' },
    ]
    const signatures = contentsOf(
      { role: 'user', content: 'a' },
      ...step('1'),
      { role: 'user', content: 'b' },
      ...step('2'),
      ...step('3'),
    ).flatMap(({ parts }: { parts: { functionCall?: unknown; thoughtSignature?: string }[] }) =>
      parts.filter(part => part.functionCall).map(part => part.thoughtSignature),
    )
    expect(signatures).toEqual([undefined, undefined, SKIP, undefined, SKIP, undefined])
  })

  it('the proof of a text goes back with it, and that of another maker does not', () => {
    expect(
      contentsOf({ role: 'assistant', content: 'a', reasoning_signature: 'gemini:sig' })[0].parts,
    ).toEqual([{ text: 'a', thoughtSignature: 'sig' }])
    expect(
      contentsOf({ role: 'assistant', content: 'a', reasoning_signature: 'sig' })[0].parts,
    ).toEqual([{ text: 'a' }])
  })

  it('what a model would not answer is told as what it said', () => {
    expect(
      contentsOf(
        { role: 'user', content: 'a' },
        { role: 'assistant', content: null, refusal: 'no' },
        { role: 'user', content: 'b' },
      )[1],
    ).toEqual({ role: 'model', parts: [{ text: 'no' }] })
  })

  it('parameters under their names here, others not at all', () => {
    const asked = {
      max_tokens: 9,
      temperature: 2,
      top_p: 0.5,
      top_k: 4,
      n: 2,
      seed: 3,
      presence_penalty: 1,
      frequency_penalty: 0.5,
      stop: 'x',
      logit_bias: {},
      prompt_cache: true,
      user: 'u',
    }
    expect(write(asked)).toEqual({
      ...write(),
      generationConfig: {
        maxOutputTokens: 9,
        temperature: 2,
        topP: 0.5,
        topK: 4,
        candidateCount: 2,
        seed: 3,
        presencePenalty: 1,
        frequencyPenalty: 0.5,
        stopSequences: ['x'],
      },
    })
  })

  it('CHAT-011 CHAT-012 tools and the choice among them', () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'f',
          description: 'd',
          parameters: {
            type: 'object',
            properties: { a: { type: 'string' } },
            additionalProperties: false,
          },
        },
      },
      { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } },
    ]
    expect(write({ tools }).tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'f',
            description: 'd',
            parameters: { type: 'object', properties: { a: { type: 'string' } } },
          },
          { name: 'g' },
        ],
      },
    ])
    const mode = (choice: ChatRequest['tool_choice']) =>
      write({ tools, tool_choice: choice }).toolConfig?.functionCallingConfig
    expect([mode(undefined), mode('auto'), mode('none'), mode('required')]).toEqual([
      undefined,
      { mode: 'AUTO' },
      { mode: 'NONE' },
      { mode: 'ANY' },
    ])
    expect(mode({ type: 'function', function: { name: 'f' } })).toEqual({
      mode: 'ANY',
      allowedFunctionNames: ['f'],
    })
    expect(() => write({ tools: [{ type: 'web_search_20250305' }] })).toThrow(Unusable)
  })

  it('CHAT-013 CHAT-014 answers in JSON; with tools they cannot be had', () => {
    const format = {
      type: 'json_schema',
      json_schema: {
        name: 'n',
        schema: { type: 'object', properties: { a: { type: 'integer' } }, $schema: 'x' },
      },
    }
    expect(write({ response_format: { type: 'json_object' } }).generationConfig).toEqual({
      responseMimeType: 'application/json',
    })
    expect(write({ response_format: format }).generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseSchema: { type: 'object', properties: { a: { type: 'integer' } } },
    })
    expect(
      write({ response_format: format, tools: [{ type: 'function', function: { name: 'f' } }] })
        .generationConfig,
    ).toEqual({})
    expect(write({ response_format: { type: 'text' } }).generationConfig).toEqual({})
  })

  it('CHAT-016 CHAT-017 thinking', () => {
    const config = (more: Partial<ChatRequest>) => write(more).generationConfig.thinkingConfig
    expect(config({ thinking: { type: 'enabled', budget_tokens: 500 } })).toEqual({
      thinkingBudget: 500,
      includeThoughts: true,
    })
    expect(config({ thinking: { type: 'enabled' } })).toEqual({ includeThoughts: true })
    expect(config({ thinking: { type: 'disabled' } })).toEqual({ thinkingBudget: 0 })
    expect(config({ reasoning_effort: 'none' })).toEqual({
      thinkingBudget: 0,
      includeThoughts: false,
    })
    expect(config({ reasoning_effort: 'high' })).toEqual({
      thinkingBudget: 24_576,
      includeThoughts: true,
    })
    expect(config({})).toBeUndefined()
  })

  it.each<[string, Partial<ChatRequest>]>([
    ['a budget', { thinking: { type: 'enabled', budget_tokens: 30_000 } }],
    ['an effort', { reasoning_effort: 'high' }],
  ])('[V13] %s never asks for more thinking than the answer has tokens', (_what, more) => {
    const config = (maxTokens: number) =>
      write({ ...more, max_tokens: maxTokens }).generationConfig.thinkingConfig
    expect(config(2000)).toEqual({ thinkingBudget: 1999, includeThoughts: true })
    expect(config(1024)).toEqual({ includeThoughts: true })
  })

  it('the official client asks the same', async () => {
    let sent: unknown
    const before = globalThis.fetch
    globalThis.fetch = async (_, init) => {
      sent = JSON.parse(String(init?.body))
      return Response.json(REPLY)
    }
    try {
      const contents = [
        { role: 'user', parts: [{ text: 'hi' }] },
        { role: 'model', parts: [{ text: 'a' }] },
        { role: 'user', parts: [{ text: 'b' }] },
      ]
      const got = await new GoogleGenAI({
        apiKey: 'k',
        httpOptions: { baseUrl: 'http://x' },
      }).models.generateContent({
        model: 'm',
        contents,
        config: {
          systemInstruction: { parts: [{ text: 's' }] },
          maxOutputTokens: 900,
          thinkingConfig: { thinkingBudget: 500, includeThoughts: true },
        },
      })
      expect(got.text).toBe(read(REPLY).choices[0]!.content)
    } finally {
      globalThis.fetch = before
    }
    const messages: Message[] = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ]
    expect(
      write({ messages, max_tokens: 900, thinking: { type: 'enabled', budget_tokens: 500 } }),
    ).toMatchObject(sent as object)
  })
})

describe('schemas', () => {
  it('keep what suppliers understand', () => {
    expect(
      schemaOf({
        $schema: 'x',
        type: 'object',
        additionalProperties: false,
        required: ['a'],
        title: 't',
        $defs: { d: { type: ['string', 'null'], format: 'email', minLength: 1 } },
        properties: {
          a: { $ref: '#/$defs/d', description: 'x' },
          b: { type: 'string', const: 'k' },
          c: { enum: ['x', 'y', null] },
          d: { type: 'integer', enum: [1, 2] },
          e: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          f: { oneOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 1 }] },
          g: { type: ['string', 'number'] },
          h: { type: 'array' },
          i: {
            allOf: [
              { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] },
              { properties: { q: { type: 'string' } }, required: ['q'] },
            ],
          },
          j: { type: 'string', format: 'date-time' },
        },
      }),
    ).toEqual({
      type: 'object',
      required: ['a'],
      title: 't',
      properties: {
        a: { type: 'string', nullable: true, minLength: 1, description: 'x' },
        b: { type: 'string', enum: ['k'] },
        c: { type: 'string', enum: ['x', 'y'], nullable: true },
        d: { type: 'integer' },
        e: { type: 'string', nullable: true },
        f: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        g: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        h: { type: 'array', items: { type: 'string' } },
        i: {
          type: 'object',
          properties: { p: { type: 'string' }, q: { type: 'string' } },
          required: ['p', 'q'],
        },
        j: { type: 'string', format: 'date-time' },
      },
    })
  })

  it('that refer to themselves end; those that grow beyond measure are refused', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    }
    expect(schemaOf(tree)).toEqual({ type: 'object', properties: { next: { type: 'object' } } })
    for (const $ref of ['#', '#/$defs/none', 'https://x/y.json'])
      expect(schemaOf({ $ref })).toEqual({ type: 'object' })
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } },
        },
      ]),
    )
    expect(() => schemaOf({ $ref: '#/$defs/d0', $defs: doubling })).toThrow(Unusable)
    let deep: object = { type: 'string' }
    for (let i = 0; i < 200; i++) deep = { type: 'array', items: deep }
    expect(() => schemaOf(deep)).toThrow(Unusable)
  })

  it('parts that belong together are counted, and put together in one go', () => {
    const allOf = (n: number, part: (i: number) => object) => ({
      allOf: Array.from({ length: n }, (_, i) => part(i)),
    })
    const { properties, required } = schemaOf(
      allOf(2000, i => ({ properties: { [`p${i}`]: {} }, required: [`p${i}`, 'all'] })),
    ) as { properties: object; required: string[] }
    expect([Object.keys(properties).length, required.length, required.slice(0, 3)]).toEqual([
      2000,
      2001,
      ['p0', 'all', 'p1'],
    ])
    expect(() => schemaOf(allOf(10_000, () => ({})))).toThrow(Unusable)
    expect(() =>
      schemaOf({ properties: { a: allOf(3000, () => ({})), b: allOf(3000, () => ({})) } }),
    ).toThrow(Unusable)
  })

  it('references to references are followed; what stands beside them goes before what they refer to', () => {
    const $defs = {
      a: { $ref: '#/$defs/b', title: 'a', description: 'a' },
      b: { type: 'string', title: 'b', minLength: 1 },
      ring: { $ref: '#/$defs/round', title: 'r' },
      round: { $ref: '#/$defs/ring' },
    }
    const properties = { p: { $ref: '#/$defs/a', description: 'p' }, q: { $ref: '#/$defs/ring' } }
    expect(schemaOf({ type: 'object', properties, $defs }).properties).toEqual({
      p: { type: 'string', title: 'a', description: 'p', minLength: 1 },
      q: { title: 'r' },
    })
  })

  it('what references repeat is limited, in one schema and in all of a request', () => {
    const referring = (refs: number, description: string) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: refs }, (_, i) => [`p${i}`, { $ref: '#/$defs/d' }]),
      ),
      $defs: { d: { type: 'string', description } },
    })
    // Twice what is written at most; ten thousand characters are free.
    expect(() => schemaOf(referring(2, 'x'.repeat(20_000)))).not.toThrow()
    expect(() => schemaOf(referring(40, 'x'.repeat(200)))).not.toThrow()
    expect(() => schemaOf(referring(98, 'x'.repeat(10_000)))).toThrow(Unusable)
    expect(() => schemaOf(referring(3, 'x'.repeat(20_000)))).toThrow(Unusable)
    expect(() =>
      schemaOf({
        allOf: Array.from({ length: 3 }, () => ({ $ref: '#/$defs/d' })),
        $defs: { d: { enum: ['x'.repeat(20_000)] } },
      }),
    ).toThrow(Unusable)
    const tools = (...refs: number[]) => ({
      tools: refs.map((n, i) => ({
        type: 'function',
        function: { name: `f${i}`, parameters: referring(n, 'x'.repeat(20_000)) as never },
      })),
    })
    expect(write(tools(3, 1)).tools[0].functionDeclarations).toHaveLength(2)
    expect(() => write(tools(3, 2))).toThrow(Unusable)
    expect(() =>
      write({
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'f', schema: referring(98, 'x'.repeat(10_000)) as never },
        },
      }),
    ).toThrow(Unusable)
    // What is said once is not counted: it costs no more than to read it.
    expect(() => schemaOf({ type: 'string', description: 'x'.repeat(2_000_000) })).not.toThrow()
  })

  it('whatever they are, they end', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        schemaOf(value)
      }),
    )
  })
})

const USED = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 5,
  totalTokenCount: 112,
}
const candidate = (parts: object[], more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
})
const REPLY = {
  ...candidate([{ text: 'let me think', thought: true }, { text: 'Grüße, ' }, { text: '世界' }], {
    finishReason: 'STOP',
  }),
  usageMetadata: USED,
  modelVersion: 'm',
  responseId: 'r',
}
const STREAM = [
  { ...candidate([{ text: 'let me ', thought: true }]), usageMetadata: { promptTokenCount: 100 } },
  candidate([{ text: 'think', thought: true }]),
  candidate([{ text: 'Grüße, ' }]),
  candidate([{ text: '世界' }]),
  { ...candidate([], { finishReason: 'STOP' }), usageMetadata: USED },
]

describe('replies and streams', () => {
  it('a reply: thoughts apart, usage in disjoint counts', () => {
    expect(read(REPLY)).toEqual({
      choices: [{ index: 0, content: 'Grüße, 世界', reasoning: 'let me think', finish: 'stop' }],
      usage: { uncached: 60, cacheRead: 40, cacheWrite: 0, output: 7, reasoning: 5 },
    })
    expect(
      read({ ...REPLY, usageMetadata: { ...USED, toolUsePromptTokenCount: 9 } }).usage!.uncached,
    ).toBe(69)
  })

  it('a stream says what the reply says, however it is cut', () => {
    fc.assert(
      fc.property(cuts, places => {
        const { pieces, ended } = readStream('gemini_generate', cut(sse(STREAM), places))
        expect(sumOf(pieces)).toEqual(sumOfReply(read(REPLY)))
        expect(ended).toBe(true)
      }),
      { numRuns: runs(60) },
    )
  })

  it('CHAT-074 a stream that closes before the model has finished is not whole', () => {
    for (let n = 0; n < STREAM.length; n++)
      expect(readStream('gemini_generate', [Buffer.from(sse(STREAM.slice(0, n)))]).ended).toBe(
        false,
      )
  })

  const parts = [
    { functionCall: { name: 'f', args: { a: 'ü' } }, thoughtSignature: 'sig' },
    { functionCall: { name: 'g' } },
  ]

  it('CHAT-089 calls of functions keep their proofs, and get ids of ours', () => {
    const reply = { ...candidate(parts, { finishReason: 'STOP' }), usageMetadata: USED }
    const whole = read(reply)
    expect(whole.choices[0]).toEqual({
      index: 0,
      content: null,
      finish: 'tool_calls',
      tool_calls: [call('', 'f', '{"a":"ü"}', 'sig'), call('', 'g', '{}')],
    })
    const { message } = JSON.parse(JSON.stringify(callers.openai_chat.reply(whole, FACTS)))
      .choices[0]
    expect(message.tool_calls).toEqual([
      call('call_abc123_0', 'f', '{"a":"ü"}', 'sig'),
      call('call_abc123_1', 'g', '{}'),
    ])
    expect(contentsOf({ role: 'user', content: 'a' }, message)[1].parts).toEqual([
      { functionCall: { name: 'f', args: { a: 'ü' } }, thoughtSignature: 'sig' },
      { functionCall: { name: 'g', args: {} } },
    ])
    const { pieces } = readStream('gemini_generate', [
      Buffer.from(
        sse([
          candidate(parts.slice(0, 1)),
          candidate(parts.slice(1)),
          candidate([], { finishReason: 'STOP' }),
        ]),
      ),
    ])
    expect(sumOf(pieces)).toMatchObject({
      calls: [
        { name: 'f', arguments: '{"a":"ü"}' },
        { name: 'g', arguments: '{}' },
      ],
      finish: 'tool_calls',
    })
    expect(pieces[0]!.tool!.extra_content).toEqual({ google: { thought_signature: 'sig' } })
  })

  it("the proof of a text is marked as this maker's", () => {
    expect(read(candidate([{ text: 'a', thoughtSignature: 'sig' }])).choices[0]).toMatchObject({
      content: 'a',
      signature: 'gemini:sig',
    })
  })

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['BLOCKLIST', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['OTHER', 'stop'],
    ['TOMORROW', 'stop'],
  ])('%s means %s', (reason, finish) => {
    expect(read(candidate([], { finishReason: reason })).choices[0]).toEqual({
      index: 0,
      content: null,
      finish,
    })
  })

  it('ERR2-013 a blocked prompt is no reply, and trouble in a stream', () => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 4 },
    }
    expect(() => read(blocked)).toThrow(/SAFETY/)
    expect(readStream('gemini_generate', [Buffer.from(sse([blocked]))])).toEqual({
      pieces: [{ trouble: { message: 'The prompt was blocked: SAFETY', type: 'content_filter' } }],
      ended: false,
    })
  })

  const streamOf = (...events: object[]) =>
    readStream('gemini_generate', [Buffer.from(sse(events))])

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS'])(
    '%s after something was said ends the answer; before that there is none',
    finishReason => {
      const said = [{ text: 'thought', thought: true }, { text: 'a' }]
      for (const part of said)
        expect(streamOf(candidate([part]), candidate([], { finishReason }))).toMatchObject({
          pieces: [{}, { finish: 'stop' }],
          ended: true,
        })
      expect(streamOf(candidate(said, { finishReason })).pieces.at(-1)).toEqual({ finish: 'stop' })
      expect(
        streamOf(
          candidate([{ functionCall: { name: 'f' } }]),
          candidate([], { finishReason }),
        ).pieces.at(-1),
      ).toEqual({ finish: 'tool_calls' })
      for (const parts of [[], [{ text: '\n' }]])
        expect(() => streamOf(candidate(parts, { finishReason }))).toThrow(Malformed)
    },
  )

  it('ERR2-013 an answer that is withheld before anything is said is trouble; after that it ends there', () => {
    const { pieces, ended } = streamOf({
      ...candidate([], { finishReason: 'SAFETY' }),
      usageMetadata: USED,
    })
    expect([pieces[0], ended]).toEqual([
      { trouble: { message: 'The answer was blocked: SAFETY', type: 'content_filter' } },
      false,
    ])
    expect(streamOf(candidate([{ text: 'a' }]), candidate([], { finishReason: 'SAFETY' }))).toEqual(
      { pieces: [{ content: 'a' }, { finish: 'content_filter' }], ended: true },
    )
  })

  it('a failure told in the stream is trouble', () => {
    const error = { error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }
    expect(readStream('gemini_generate', [Buffer.from(sse([...STREAM, error]))])).toMatchObject({
      ended: false,
    })
    expect(readStream('gemini_generate', [Buffer.from(sse([error]))]).pieces).toEqual([
      { trouble: { message: 'Overloaded', type: 'UNAVAILABLE' } },
    ])
  })

  it.each([
    [undefined],
    [[]],
    [{}],
    [{ candidates: [] }],
    [{ error: { message: 'no' } }],
    [candidate([], { finishReason: 'MALFORMED_FUNCTION_CALL' })],
    [candidate([{ functionCall: {} }])],
  ])('%j is no reply', reply => {
    expect(() => read(reply)).toThrow(Malformed)
  })
})
