/**
 * What the pages say of conversations: the form of an answer, whole and as a stream, as callers get
 * it.
 */
import { expect, it } from 'vitest'
import { SAMPLES } from '../../generator/emit/documents/protocols.ts'
import type { Json } from '../../runtime/contract.ts'
import { callers } from '../../runtime/protocols/index.ts'
import { createSseParser } from '../../runtime/protocols/sse.ts'
import { realCatalog } from './catalog.ts'

const { files } = await realCatalog()
const section = (name: string, route: string): string =>
  files
    .get(`docs/text/${name}.md`)!
    .text.split('\n## ')
    .find(part => part.startsWith(`${route}\n`))!

const facts = { id: '...', model: '...', created: 1 }
const usage = { uncached: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
const end = {
  usage,
  cost: { amount: '...', currency: 'USD' },
  payment: { settled: true, transaction: '0x...', network: '...' },
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const protocols = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]

it.each(protocols)('the sample of %s is the answer to a short conversation', name => {
  const whole: Json = callers[name].reply(
    { choices: [{ index: 0, content: '...', finish: 'stop' }], usage },
    facts,
  )
  expect(plain(SAMPLES[name].whole)).toEqual(plain(whole))
})

it.each(protocols)('the stream of %s is the same as it comes', name => {
  const writer = callers[name].writer(facts)
  const text =
    writer.open() +
    writer.piece({ content: '...' }) +
    writer.piece({ finish: 'stop' }) +
    writer.close(end)
  const events: unknown[] = []
  const parser = createSseParser(({ event, data }) =>
    events.push([event, data === '[DONE]' ? data : JSON.parse(data)]),
  )
  parser.push(new TextEncoder().encode(text))
  parser.end()
  expect(plain(SAMPLES[name].stream)).toEqual(plain(events))
})

it.each([
  [
    'chat',
    'POST /api/v1/chat/completions',
    "The answer (200) is in the form of OpenAI's chat completions (`openai_chat`)",
    '"object": "chat.completion"',
    'data: [DONE]',
  ],
  [
    'messages',
    'POST /api/v1/messages',
    "The answer (200) is in the form of Anthropic's Messages (`anthropic_messages`)",
    '"type": "message"',
    'event: message_stop',
  ],
])('the page of %s shows both', (page, route, form, member, last) => {
  const text = section(page, route)
  for (const part of [
    form,
    member,
    last,
    'The answer as a stream (200, `text/event-stream`), with the cost and the receipt in its last events:',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/The answer \(200\)[^\n]*:\n\n\|/)
})

it('what is passed on is said to be so, streams too', () => {
  expect(section('responses', 'POST /api/v1/responses')).toContain(
    'The answer is the reply of the upstream, as it came; so are the events of a stream.',
  )
  expect(files.get('docs/data/pm.md')!.text).toContain(
    'The answer is the reply of the upstream, as it came.\n',
  )
})

it('no page announces an answer and shows none', () => {
  for (const [path, { text }] of files)
    if (path.startsWith('docs/'))
      expect(text, path).not.toMatch(/^The answer[^\n]*:\n\n(?!\||```)/m)
})
