/** Gemini's text of the local upstream, asked by Google's own client. */
import { FunctionCallingConfigMode, Type } from '@google/genai'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { all, google } from './text-world.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const models = () => google(up).models
const sea = { model: 'text-1', contents: 'Tell me of the sea.' }
const weather = {
  functionDeclarations: [
    {
      name: 'get_weather',
      parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } } },
    },
  ],
}
const said = [{ role: 'user', parts: [{ text: 'Hi' }] }]
const raw = (body: object, model = 'text-1') =>
  askUpstream(up, 'vendor_b', {
    path: `/v1beta/models/${model}:generateContent`,
    body: { contents: said, ...body },
  })

it('answers alike, whole and as a stream, and counts', async () => {
  const whole = await models().generateContent(sea)
  expect(whole.text).toContain('Tell me of the sea.')
  expect(whole.candidates![0]!.finishReason).toBe('STOP')
  const { promptTokenCount, candidatesTokenCount, totalTokenCount } = whole.usageMetadata!
  expect(totalTokenCount).toBe(promptTokenCount! + candidatesTokenCount!)
  const chunks = await all(await models().generateContentStream(sea))
  expect(chunks.length).toBeGreaterThan(3)
  expect(chunks.map(chunk => chunk.text).join('')).toBe(whole.text)
  expect(chunks.map(chunk => chunk.candidates![0]!.finishReason)).toEqual([
    ...Array(chunks.length - 1).fill(undefined),
    'STOP',
  ])
  expect(chunks.at(-1)!.usageMetadata).toEqual(whole.usageMetadata)
})

it('calls a tool when it must, and answers from its result', async () => {
  const config = {
    tools: [weather],
    toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
  }
  const made = await models().generateContent({ ...sea, config })
  expect(made.functionCalls).toEqual([{ name: 'get_weather', args: { city: expect.any(String) } }])
  const contents = [
    ...said,
    made.candidates![0]!.content!,
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'get_weather', response: { output: 'sun' } } }],
    },
  ]
  expect(
    (await models().generateContent({ model: 'text-1', contents, config: { tools: [weather] } }))
      .text,
  ).toContain('sun')
  expect((await raw({ contents: [said[0], contents[2]] })).json.error.message).toContain(
    'immediately after a function call turn',
  )
})

it('wants the signatures of its newest models back', async () => {
  const made = await models().generateContent({
    ...sea,
    model: 'text-next',
    contents: 'use the tool',
    config: { tools: [weather] },
  })
  const [part] = made.candidates![0]!.content!.parts!
  const back = (call: object) =>
    raw(
      {
        tools: [weather],
        contents: [
          { role: 'user', parts: [{ text: 'use the tool' }] },
          { role: 'model', parts: [call] },
          {
            role: 'user',
            parts: [{ functionResponse: { name: 'get_weather', response: { output: 'sun' } } }],
          },
        ],
      },
      'text-next',
    )
  expect((await back(part!)).status).toBe(200)
  expect((await back({ functionCall: part!.functionCall })).json.error.message).toContain(
    'thought_signature',
  )
})

it('answers in JSON of its own schemas, and knows no others', async () => {
  const responseSchema = {
    type: Type.OBJECT,
    properties: { size: { type: Type.INTEGER, minimum: 4 } },
  }
  const made = await models().generateContent({
    ...sea,
    config: { responseMimeType: 'application/json', responseSchema },
  })
  expect(JSON.parse(made.text!)).toEqual({ size: 4 })
  const refused = await raw({
    generationConfig: {
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT', additionalProperties: false },
    },
  })
  expect(refused).toMatchObject({
    status: 400,
    json: {
      error: {
        status: 'INVALID_ARGUMENT',
        message: expect.stringContaining('Unknown name "additionalProperties"'),
      },
    },
  })
  expect(
    (
      await raw({
        generationConfig: {
          responseMimeType: 'application/json',
          responseJsonSchema: { type: 'object', additionalProperties: false },
        },
      })
    ).status,
  ).toBe(200)
})

it('thinks apart from its answer, and shows its thoughts when asked to', async () => {
  const made = await models().generateContent({
    ...sea,
    model: 'text-thinking',
    config: { thinkingConfig: { includeThoughts: true } },
  })
  expect(made.candidates![0]!.content!.parts!.map(part => part.thought ?? false)).toEqual([
    true,
    false,
  ])
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, totalTokenCount } =
    made.usageMetadata!
  expect(totalTokenCount).toBe(promptTokenCount! + candidatesTokenCount! + thoughtsTokenCount!)
  const silent = await models().generateContent({ ...sea, model: 'text-thinking' })
  expect(silent.candidates![0]!.content!.parts).toHaveLength(1)
  expect(silent.usageMetadata!.thoughtsTokenCount).toBe(thoughtsTokenCount)
})

it('ends where its tokens run out, declines and blocks, always with HTTP 200', async () => {
  const cut = await models().generateContent({
    ...sea,
    contents: 'Write 300 words.',
    config: { maxOutputTokens: 10 },
  })
  expect([cut.candidates![0]!.finishReason, cut.usageMetadata!.candidatesTokenCount]).toEqual([
    'MAX_TOKENS',
    10,
  ])
  expect(
    (await models().generateContent({ ...sea, contents: 'unspeakable' })).candidates![0],
  ).toEqual({ finishReason: 'SAFETY', index: 0 })
  const blocked = await models().generateContent({ ...sea, contents: 'forbidden' })
  expect([blocked.promptFeedback!.blockReason, blocked.candidates]).toEqual([
    'PROHIBITED_CONTENT',
    undefined,
  ])
})

it('reads a long prompt from its cache the second time', async () => {
  const long = { model: 'text-1', contents: 'A long tale of the sea. '.repeat(400) }
  expect(
    (await models().generateContent(long)).usageMetadata!.cachedContentTokenCount,
  ).toBeUndefined()
  expect(
    (await models().generateContent(long)).usageMetadata!.cachedContentTokenCount,
  ).toBeGreaterThan(2000)
})

it.each([
  ['an unknown member', { n: 2 }, 'Unknown name "n"'],
  [
    'an unknown setting',
    { generationConfig: { max_tokens: 3, maxTokens: 3 } },
    'Unknown name "max_tokens"',
  ],
  [
    'another role',
    { contents: [{ role: 'assistant', parts: [{ text: 'Hi' }] }] },
    'valid role: user, model',
  ],
  ['no contents', { contents: [] }, 'contents is not specified'],
  [
    'an unknown part',
    { contents: [{ role: 'user', parts: [{ text: 'Hi', cache_control: {} }] }] },
    'Unknown name "cache_control"',
  ],
  ['too much heat', { generationConfig: { temperature: 3 } }, 'temperature must be in the range'],
  [
    'a picture that is not there',
    {
      contents: [
        { role: 'user', parts: [{ fileData: { fileUri: 'https://web.example/no-such.png' } }] },
      ],
    },
    'Cannot fetch content',
  ],
])('refuses a call with %s', async (_, body, message) => {
  expect(await raw(body)).toMatchObject({
    status: 400,
    json: {
      error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining(message) },
    },
  })
})

it('does not know every model, nor prompts beyond the context', async () => {
  expect(await raw({}, 'no-such-model')).toMatchObject({
    status: 404,
    json: { error: { status: 'NOT_FOUND' } },
  })
  expect(
    (
      await raw(
        { contents: [{ role: 'user', parts: [{ text: 'word '.repeat(9000) }] }] },
        'text-8k',
      )
    ).json.error.message,
  ).toMatch(/^The input token count \(\d+\) exceeds/)
})
