// Pictures and files are counted wherever upstreams look for them; what cannot be counted is
// reported as -1.
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { chatOfMessages } from '../../runtime/hooks/chat-of-messages.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { truth } from './tokens-corpus.ts'

const tokens = createTokens({ signer: createSigner(['k'.repeat(32)]) })
const estimate = (messages: unknown, beside?: unknown): number =>
  tokens.estimateTokens(messages as never, beside as never, 'o200k')
const o200k = (text: string): number => truth(text, 'o200k')
const user = (...content: unknown[]) => [{ role: 'user', content }]
const counted = (...blocks: unknown[]): number =>
  estimate((chatOfMessages({ messages: user(...blocks) }) as { messages: unknown }).messages)

const IMAGE = 1105
const FRAMES = 4 + 3
const URL = 'https://pictures.example/a.png'
const LONG = 'It was the best of times,\nit was the "worst" of times. '.repeat(400)
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')
const PNG = `data:image/png;base64,${base64(LONG)}`
const PDF = base64(`%PDF-1.7\n${LONG}`)
/** What the frames of JSON around something may take. */
const JSON_FRAME = 60

const picture = { type: 'image', source: { type: 'url', url: URL } }
const bytes = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: base64(LONG) },
}
const document = (source: object) => ({ type: 'document', source })
const result = (...content: unknown[]) => ({ type: 'tool_result', tool_use_id: 't', content })

describe('a picture is 1105 tokens, and its address or data is no text', () => {
  const input = (image: unknown) => ({ type: 'input_image', image_url: image })
  it.each<[string, () => number, number]>([
    [
      'in a message of any type',
      () =>
        estimate([
          { type: 'x', role: 'user', content: [{ type: 'image_url', image_url: { url: PNG } }] },
        ]),
      1,
    ],
    [
      'in the results of a function',
      () =>
        estimate([
          {
            type: 'function_call_output',
            call_id: 'c',
            output: [input(PNG), input(URL), { type: 'input_text', text: 'two' }],
          },
        ]),
      2,
    ],
    [
      'on a screen',
      () =>
        estimate([
          {
            type: 'computer_call_output',
            call_id: 'c',
            output: { type: 'computer_screenshot', image_url: PNG },
          },
        ]),
      1,
    ],
    ['in a turn', () => counted(picture, bytes), 2],
    ['in a result', () => counted(result(picture, bytes)), 2],
    [
      'in a document',
      () =>
        counted(
          document({ type: 'content', content: [picture, bytes, { type: 'text', text: 'two' }] }),
        ),
      2,
    ],
    [
      'in a document in a result',
      () => counted(result(document({ type: 'content', content: [picture, bytes] }))),
      2,
    ],
  ])('%s', (_where, count, pictures) => {
    const counted = count() - pictures * IMAGE
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBeLessThan(FRAMES + pictures * JSON_FRAME)
  })

  it('beside the text of what only has one, so that no words hide in an address', () => {
    const item = { type: 'x', image_url: LONG }
    expect(estimate([item])).toBe(FRAMES + IMAGE + o200k(JSON.stringify(item)))
    expect(estimate(user({ type: 'text', text: 'x', image_url: URL }))).toBeGreaterThan(IMAGE)
  })

  it('but not where tools are described: there it is the name of a parameter', () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'f',
          parameters: {
            type: 'object',
            properties: { image_url: { type: 'string' } },
            examples: [{ image_url: URL }],
          },
        },
      },
    ]
    expect(estimate([], tools)).toBe(3 + o200k(JSON.stringify(tools)))
  })
})

describe('a file is its text', () => {
  const CASES: [string, () => number][] = [
    [
      "as OpenAI's chat has it",
      () =>
        estimate(
          user({
            type: 'file',
            file: { filename: 'a.txt', file_data: `data:text/plain;base64,${base64(LONG)}` },
          }),
        ),
    ],
    [
      'without a prefix',
      () => estimate(user({ type: 'file', file: { filename: 'a.md', file_data: base64(LONG) } })),
    ],
    [
      'as responses have it',
      () =>
        estimate(
          user({
            type: 'input_file',
            filename: 'a.csv',
            file_data: `data:text/csv;charset=utf-8;base64,${base64(LONG)}`,
          }),
        ),
    ],
    [
      'in the results of a function',
      () =>
        estimate([
          {
            type: 'function_call_output',
            call_id: 'c',
            output: [{ type: 'input_file', file_data: `data:text/plain;base64,${base64(LONG)}` }],
          },
        ]),
    ],
    [
      'as a document',
      () => counted(document({ type: 'text', media_type: 'text/plain', data: LONG })),
    ],
    [
      'as a document in base64',
      () => counted(document({ type: 'base64', media_type: 'text/plain', data: base64(LONG) })),
    ],
    [
      'in a result',
      () => counted(result(document({ type: 'text', media_type: 'text/plain', data: LONG }))),
    ],
  ]
  it.each(CASES)('%s', (_where, count) => {
    expect(count() - o200k(LONG)).toBeGreaterThan(0)
    expect(count() - o200k(LONG)).toBeLessThan(FRAMES + JSON_FRAME)
  })
})

describe('-1 is the count of', () => {
  const file = (data: string, filename = 'a.txt') =>
    estimate(user({ type: 'input_file', filename, file_data: data }))
  it.each<[string, () => number]>([
    ['a PDF', () => file(`data:application/pdf;base64,${base64('x')}`)],
    ['a PDF by its name', () => file(base64('x'), 'a.PDF')],
    ['a PDF by how it begins', () => file(`data:text/plain;base64,${PDF}`)],
    ['a PDF behind a little else', () => file(base64(`${' '.repeat(900)}%PDF-1.7`))],
    ['a packed document', () => file(base64(Buffer.from([0x50, 0x4b, 3, 4, 0, 0x80])))],
    ['what is no UTF-8', () => file(base64(Buffer.from([0x61, 0xff])))],
    ['base64 that some cannot read', () => file(`${base64('one more')}!${base64('two')}`)],
    ['data that is not in base64', () => file('data:text/plain,hello')],
    ['a file that is kept', () => estimate(user({ type: 'file', file: { file_id: 'file-1' } }))],
    [
      'a picture that is kept',
      () =>
        estimate([
          {
            type: 'computer_call_output',
            output: { type: 'computer_screenshot', file_id: 'file-1' },
          },
        ]),
    ],
    [
      'a file from elsewhere',
      () =>
        estimate([
          {
            type: 'function_call_output',
            output: [{ type: 'input_file', file_url: 'https://papers.example/1' }],
          },
        ]),
    ],
    [
      'a picture that is none',
      () =>
        estimate(
          user({ type: 'image_url', image_url: { url: 'data:application/pdf;base64,AAAA' } }),
        ),
    ],
    [
      'a film',
      () => estimate(user({ type: 'image_url', image_url: { url: 'DATA:video/mp4;base64,AAAA' } })),
    ],
    [
      'a document that is a PDF',
      () => counted(document({ type: 'base64', media_type: 'application/pdf', data: base64('x') })),
    ],
    [
      'a PDF in a result',
      () => counted(result(document({ type: 'base64', media_type: 'application/pdf', data: PDF }))),
    ],
    [
      'a picture of a document that is a PDF',
      () =>
        counted(
          document({
            type: 'content',
            content: [
              {
                type: 'image',
                source: { type: 'base64', media_type: 'application/pdf', data: PDF },
              },
            ],
          }),
        ),
    ],
    [
      'the same by its address',
      () =>
        counted(
          document({
            type: 'content',
            content: [
              { type: 'image', source: { type: 'url', url: `data:application/pdf;base64,${PDF}` } },
            ],
          }),
        ),
    ],
    [
      'a document from elsewhere',
      () => counted(document({ type: 'url', url: 'https://papers.example/1.pdf' })),
    ],
    [
      'a document in a document',
      () =>
        counted(
          document({
            type: 'content',
            content: [document({ type: 'url', url: 'https://papers.example/1.pdf' })],
          }),
        ),
    ],
    [
      'a picture that is kept, in a document in a result',
      () =>
        counted(
          result(
            document({
              type: 'content',
              content: [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }],
            }),
          ),
        ),
    ],
    [
      'a document of the system',
      () =>
        estimate(
          (chatOfMessages({ messages: [], system: [document({ type: 'url', url: URL })] }) as any)
            .messages,
        ),
    ],
  ])('%s', (_what, count) => expect(count()).toBe(-1))

  it('and then nothing is left out', () => {
    const messages = [
      ...user({ type: 'input_file', file_data: PDF }),
      { role: 'assistant', content: LONG },
      { role: 'user', content: 'hi' },
    ]
    expect(tokens.fitMessages(messages as never, undefined, 'o200k', 10)).toBe(messages)
  })
})

it('what tools were given, and what answers cite, is no file', () => {
  const call = {
    type: 'tool_use',
    id: 't',
    name: 'f',
    input: { type: 'document', source: { type: 'url', url: URL }, file_id: 'file_1' },
  }
  const cited = {
    type: 'text',
    text: 'x',
    citations: [{ type: 'char_location', cited_text: 'x', document_index: 0, file_id: 'file_1' }],
  }
  const found = {
    type: 'search_result',
    source: URL,
    title: 'a',
    content: [{ type: 'text', text: 'x' }],
  }
  expect(
    estimate(
      (
        chatOfMessages({
          messages: [{ role: 'assistant', content: [cited, call] }, ...user(found)],
        }) as any
      ).messages,
    ),
  ).toBeGreaterThan(0)
  const said = {
    type: 'output_text',
    text: 'x',
    annotations: [{ type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 0 }],
  }
  expect(estimate([{ type: 'message', role: 'assistant', content: [said] }])).toBeGreaterThan(0)
})

describe('the name of a function is read again with each result', () => {
  const call = (id: string, name: string) => ({
    id,
    type: 'function',
    function: { name, arguments: '{}' },
  })
  const tool = (id: string, more: object = {}) => ({
    role: 'tool',
    tool_call_id: id,
    content: 'x',
    ...more,
  })
  const name = 'weather_of_the_whole_week'
  const added = (result: object): number =>
    estimate([{ role: 'assistant', tool_calls: [call('c', name)] }, result]) -
    estimate([{ role: 'assistant', tool_calls: [call('c', name)] }])

  it('by its call, its own name, or the id of a call that is not there', () => {
    expect(added(tool('c'))).toBe(4 + o200k('x') + o200k(name))
    expect(added(tool('d', { name }))).toBe(4 + 1 + o200k('x') + o200k(name))
    expect(added(tool('call_of_somebody_else'))).toBe(
      4 + o200k('x') + o200k('call_of_somebody_else'),
    )
  })
})
