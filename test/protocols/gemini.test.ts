import { GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { type ChatRequest, type Message } from '../../runtime/protocols/types.ts'
import { call, contentsOf, read, REPLY, write } from './gemini-requests.ts'

const SKIP = 'skip_thought_signature_validator'

describe('what a Gemini-style upstream is asked', () => {
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
    const seeing = (url: string): Message => ({ role: 'user', content: [picture(url)] })
    expect(
      contentsOf({
        role: 'user',
        content: [picture('data:image/png;base64,AAAA'), picture('https://x/y.WEBP?z=1')],
      })[0].parts,
    ).toEqual([
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
      { fileData: { mimeType: 'image/webp', fileUri: 'https://x/y.WEBP?z=1' } },
    ])
    const types = ['a.gif', 'a.heic', 'a.JPG', 'a.tiff', 'a.png/b', 'png', 'a.png.gz'].map(
      path => contentsOf(seeing(`https://x/${path}`))[0].parts[0].fileData.mimeType,
    )
    expect(types).toEqual([
      'image/gif',
      'image/heic',
      ...Array.from({ length: 5 }, () => 'image/jpeg'),
    ])
    expect(() => contentsOf({ role: 'user', content: [{ type: 'input_audio' }] })).toThrow(
      new Unusable('Content of the type "input_audio" cannot be given to this model.'),
    )
  })

  it('what has no text here is left out; a turn without parts is none', () => {
    expect(
      contentsOf(
        { role: 'user', content: [{ type: 'text', text: '' }, { type: 'text' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'redacted_thinking' },
            { type: 'tool_use', id: 'c' },
            { type: 'refusal', refusal: 'No.' },
          ],
        },
      ),
    ).toEqual([{ role: 'model', parts: [{ text: 'No.' }] }])
  })

  it('pictures in a result follow it; a text that is no object is its result', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    expect(
      contentsOf({
        role: 'tool',
        content: [{ type: 'text', text: '[1]' }, picture],
        is_error: false,
      })[0].parts,
    ).toEqual([
      { functionResponse: { name: '', response: { result: '[1]' } } },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    ])
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

  it('what a model would not answer is sent as what it said', () => {
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
    expect(write({ temperature: null, stop: [] } as never)).toEqual(write())
    expect(write({ stop: ['x', 'y'] }).generationConfig).toEqual({ stopSequences: ['x', 'y'] })
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
    expect(write({ tool_choice: 'required', tools: [] })).toEqual(write())
    expect(() => write({ tools: [{ type: 'web_search_20250305' }] })).toThrow(
      new Unusable('Tools of the type "web_search_20250305" are not offered for this model.'),
    )
    const long = 'x'.repeat(50)
    expect(() => write({ tools: [{ type: long }] })).toThrow(`"${long.slice(0, 40)}"`)
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
    const efforts = ['minimal', 'low', 'medium', 'xhigh', 'unknown']
    expect(efforts.map(effort => config({ reasoning_effort: effort })?.thinkingBudget)).toEqual([
      1024,
      1024,
      8192,
      24_576,
      undefined,
    ])
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
