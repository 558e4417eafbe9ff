/** Pictures and files in every place of every protocol: counted, or refused before any payment. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat<'vendor_a' | 'vendor_f'>
beforeAll(async () => {
  chat = await openChat(['vendor_a', 'vendor_f'])
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const CHAT = '/api/v1/chat/completions'
const MESSAGES = '/api/v1/messages'
const RESPONSES = '/api/v1/responses'
const URL = 'https://pictures.example/a.png'
const IMAGE = 1105
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const list = (many: number, item: unknown): unknown[] => Array.from({ length: many }, () => item)

const shown = { type: 'image_url', image_url: { url: URL } }
const picture = { type: 'image', source: { type: 'url', url: URL } }
const document = (source: object) => ({ type: 'document', source })
const result = (...content: unknown[]) => ({ type: 'tool_result', tool_use_id: 'toolu_1', content })
const output = (...parts: unknown[]) => [
  { type: 'function_call_output', call_id: 'c', output: parts },
]
const pdf = document({ type: 'base64', media_type: 'application/pdf', data: base64('%PDF-1.7') })

const LARGE = { model: 'vendorF/large-5', max_tokens: 1 }
const RESPONSE = { model: 'chat-6', max_output_tokens: 16 }

/** USD per million tokens of the prompt, of the models asked. */
const [LARGE_INPUT, RESPONSE_INPUT] = [5, 1.75]

describe('CHAT-065 RESP-035 a hundred pictures cost what a hundred pictures cost', () => {
  it.each<[string, string, object, number]>([
    [
      'in a message of a type of its own',
      CHAT,
      { ...LARGE, messages: [{ type: 'x', role: 'user', content: list(100, shown) }] },
      LARGE_INPUT,
    ],
    ['in a turn', MESSAGES, { ...LARGE, messages: says(list(100, picture)) }, LARGE_INPUT],
    [
      'in a document',
      MESSAGES,
      { ...LARGE, messages: says([document({ type: 'content', content: list(100, picture) })]) },
      LARGE_INPUT,
    ],
    [
      'in the result of a tool',
      MESSAGES,
      { ...LARGE, messages: says([result(...list(100, picture))]) },
      LARGE_INPUT,
    ],
    [
      'in a document in the result of a tool',
      MESSAGES,
      {
        ...LARGE,
        messages: says([result(document({ type: 'content', content: list(100, picture) }))]),
      },
      LARGE_INPUT,
    ],
    [
      'in the output of a function',
      RESPONSES,
      { ...RESPONSE, input: output(...list(100, { type: 'input_image', image_url: URL })) },
      RESPONSE_INPUT,
    ],
  ])('%s', async (_where, path, body, usd) => {
    const price = await chat.quote(body, { path })
    expect(price).toBeGreaterThan(100 * IMAGE * usd)
    expect(price).toBeLessThan(105 * IMAGE * usd + 5000)
  })
})

describe('a picture or a file with its data costs no more than by its address, or as a text', () => {
  const text = 'many words that a model has to read\n'.repeat(500)
  const data = `data:text/plain;base64,${base64(text)}`
  const bytes = `data:image/png;base64,${base64(text)}`
  it.each<[string, string, object, object]>([
    [
      'a picture in an output',
      RESPONSES,
      { ...RESPONSE, input: output({ type: 'input_image', image_url: bytes }) },
      { ...RESPONSE, input: output({ type: 'input_image', image_url: URL }) },
    ],
    [
      'a file of chat completions',
      CHAT,
      {
        ...LARGE,
        model: 'vendorA/chat-6',
        messages: says([{ type: 'file', file: { filename: 'a.txt', file_data: data } }]),
      },
      { ...LARGE, model: 'vendorA/chat-6', messages: says(text) },
    ],
    [
      'a file of responses',
      RESPONSES,
      { ...RESPONSE, input: says([{ type: 'input_file', filename: 'a.txt', file_data: data }]) },
      { ...RESPONSE, input: text },
    ],
    [
      'a document',
      MESSAGES,
      {
        ...LARGE,
        messages: says([document({ type: 'text', media_type: 'text/plain', data: text })]),
      },
      { ...LARGE, messages: says(text) },
    ],
  ])('%s', async (_what, path, body, same) => {
    const [price, plain] = [await chat.quote(body, { path }), await chat.quote(same, { path })]
    expect(price / plain).toBeGreaterThan(0.98)
    expect(price / plain).toBeLessThan(1.05)
  })
})

describe('before any payment is refused', () => {
  const pdfUri = 'data:application/pdf;base64,AAAA'
  it.each<[string, string, object]>([
    [
      'a PDF',
      CHAT,
      {
        ...LARGE,
        model: 'vendorA/chat-6',
        messages: says([{ type: 'file', file: { filename: 'a.pdf', file_data: pdfUri } }]),
      },
    ],
    ['a PDF', MESSAGES, { ...LARGE, messages: says([pdf]) }],
    ['a PDF in a result', MESSAGES, { ...LARGE, messages: says([result(pdf)]) }],
    [
      'a PDF of an earlier turn that is too long',
      MESSAGES,
      {
        ...LARGE,
        messages: [
          ...says([pdf]),
          { role: 'assistant', content: 'so it is said '.repeat(80_000) },
          ...says('hi'),
        ],
      },
    ],
    [
      'a document of the system',
      MESSAGES,
      { ...LARGE, system: [document({ type: 'url', url: URL })], messages: says('hi') },
    ],
    [
      'a document in a document',
      MESSAGES,
      {
        ...LARGE,
        messages: says([
          document({ type: 'content', content: [document({ type: 'url', url: URL })] }),
        ]),
      },
    ],
    [
      'a kept picture in a document in a result',
      MESSAGES,
      {
        ...LARGE,
        messages: says([
          result(
            document({
              type: 'content',
              content: [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }],
            }),
          ),
        ]),
      },
    ],
    [
      'a PDF to be counted',
      `${MESSAGES}/count_tokens`,
      { model: LARGE.model, messages: says([pdf]) },
    ],
    [
      'a PDF',
      RESPONSES,
      { ...RESPONSE, input: says([{ type: 'input_file', filename: 'a.pdf', file_data: pdfUri }]) },
    ],
    [
      'a PDF in an output',
      RESPONSES,
      { ...RESPONSE, input: output({ type: 'input_file', filename: 'a.pdf', file_data: 'AAAA' }) },
    ],
    [
      'a PDF to be counted',
      `${RESPONSES}/input_tokens`,
      {
        model: RESPONSE.model,
        input: says([{ type: 'input_file', filename: 'a.pdf', file_data: pdfUri }]),
      },
    ],
  ])('%s %s, and is answered with what to do', async (_what, path, body) => {
    const { status, text } = await chat.ask(body, { path })
    expect([status, chat.calls()]).toEqual([400, []])
    expect(text).toMatch(/PDF(?:'s text or page images| or other document, or images of its pages)/)
  })
})

describe('upstreams are sent what was counted', () => {
  it('a document with pictures', async () => {
    const block = document({ type: 'content', content: [{ type: 'text', text: 'Look' }, picture] })
    await chat.answer(
      { ...LARGE, max_tokens: 50, messages: says([block, { type: 'text', text: 'What is it?' }]) },
      { path: MESSAGES },
    )
    expect(chat.sent('vendor_f').messages[0].content[0]).toEqual(block)
  })

  it('a file of text', async () => {
    const part = {
      type: 'input_file',
      filename: 'a.txt',
      file_data: `data:text/plain;base64,${base64('Some words')}`,
    }
    await chat.answer({ ...RESPONSE, input: says([part]) }, { path: RESPONSES })
    expect(chat.sent('vendor_a').input[0].content[0]).toEqual(part)
  })
})
