/** What pages say of the answers of an endpoint: their members, and an example. */
import { describe, expect, it } from 'vitest'
import { answersOf } from '../../generator/emit/documents/answers.ts'
import { spoken } from '../../generator/emit/documents/protocols.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import type { Type } from '../../generator/types.ts'
import { fixture } from './fixture.ts'
import { block, STRING } from './fixture-routes.ts'

const ir: CatalogIR = fixture()
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
const answers = (route: RouteIR, more: object = {}): any[] =>
  answersOf(ir, { ...route, ...more } as RouteIR)
const titles = (route: RouteIR, more: object = {}): string[] =>
  answers(route, more).map(({ title }) => title)
const record = (fields: Record<string, Type>): Type => ({
  kind: 'record',
  fields: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }])),
})
const NOW = 'The answer (200), with its receipt in the headers:'
const POLLED = 'The answer to the poll of a finished job (200):'

describe('the answers of an endpoint', () => {
  it.each<[string, RouteIR, object, string[]]>([
    ['none while it is suspended', make, { suspended: {} }, []],
    [
      'the reply of the upstream, passed on',
      read,
      {},
      ['The answer is the reply of the upstream, as it came.'],
    ],
    [
      'and its streams',
      read,
      { streams: {} },
      ['The answer is the reply of the upstream, as it came; so are the events of a stream.'],
    ],
    ['a document', list, { document: 'a.json' }, ['The answer is the document `a.json`.']],
    ['one that is free', list, {}, ['The answer (200):']],
    ['one that is paid for', make, { job: undefined }, [NOW]],
    [
      'one that comes at once or later',
      make,
      {},
      ['The answer (200), at once or to the poll of the finished job:'],
    ],
    ['two that differ', make, { job: { ...make.job, completed: make.reply } }, [NOW, POLLED]],
    ['only that of the poll', make, { flow: 'polled_job' }, [POLLED]],
  ])('are %s', (_name, route, more, wanted) => {
    expect(titles(route, more)).toEqual(wanted)
  })

  it('have their members, also where an answer comes at once or later', () => {
    const rows = [{ name: 'id', type: 'string' }]
    expect(answers(make)[0]).toMatchObject({ rows, language: 'json' })
    const completed = block('{ done: 1 }', record({ done: { kind: 'integer' } }))
    const both = answers(make, { job: { ...make.job, completed } })
    expect(both.map(one => one.rows)).toEqual([rows, [{ name: 'done', type: 'integer' }]])
    const polled = answers(make, { flow: 'polled_job', job: { ...make.job, completed } })
    expect(polled.map(one => one.rows)).toEqual([[{ name: 'done', type: 'integer' }]])
  })
})

/** The answer of a route that replies with a value of this type. */
const shown = (type: Type, more: object = {}): any =>
  answers(list, { reply: block('{}', type), ...more })[0]

describe('the members of an answer', () => {
  it('are listed by their paths, with their types and what they mean', () => {
    const item: Type = {
      kind: 'record',
      fields: {
        url: { type: STRING, doc: 'its address' },
        kind: { type: { kind: 'string', choices: ['a', 'b'] }, doc: 'its kind' },
        status: { type: { kind: 'string', choices: ['done'] } },
      },
    }
    const type = record({
      data: { kind: 'list', of: item },
      usage: record({ tokens: { kind: 'integer' } }),
      more: { kind: 'json' },
    })
    expect(shown(type).rows).toEqual([
      { name: 'data', type: 'array' },
      { name: 'data[].url', type: 'string', words: 'its address' },
      { name: 'data[].kind', type: 'string', words: 'its kind; `a`, `b`' },
      { name: 'data[].status', type: 'string', words: '`done`' },
      { name: 'usage', type: 'object' },
      { name: 'usage.tokens', type: 'integer' },
      { name: 'more', type: 'any' },
    ])
  })

  it('are none of an answer that has none, which has no sample either', () => {
    expect(shown(STRING)).toMatchObject({ rows: [], sample: undefined })
  })
})

describe('the sample of an answer', () => {
  const sample = (type: Type, more: object = {}): unknown => JSON.parse(shown(type, more).sample)

  it('has a value of each type', () => {
    expect(
      sample(
        record({
          text: STRING,
          kind: { kind: 'string', choices: ['a', 'b'] },
          one: { kind: 'integer' },
          half: { kind: 'number' },
          yes: { kind: 'boolean' },
          none: { kind: 'null' },
          list: { kind: 'list', of: { kind: 'integer' } },
          inner: record({ text: STRING }),
          empty: record({}),
          any: { kind: 'json' },
        }),
      ),
    ).toEqual({
      text: '...',
      kind: 'a',
      one: 1,
      half: 0.5,
      yes: true,
      none: null,
      list: [1],
      inner: { text: '...' },
      empty: {},
      any: '...',
    })
    expect(shown(record({ text: STRING })).sample).toBe('{\n  "text": "..."\n}')
  })

  it('is that of the catalog where it has one, unless that is a sentence', () => {
    const type = record({ text: STRING })
    expect(sample(type, { answer: { example: { text: 'a' } } })).toEqual({ text: 'a' })
    expect(sample(type, { answer: { example: 'the file' } })).toEqual({ text: '...' })
    const polled = answers(make, { flow: 'polled_job', polled: { example: { id: 'x' } } })
    expect(JSON.parse(polled[0].sample)).toEqual({ id: 'x' })
  })
})

describe('the answers of a conversation', () => {
  const speaks = { protocol: 'openai_chat' } as const
  const form = "in the form of OpenAI's chat completions (`openai_chat`)"

  it('are in the form of its protocol, with a receipt if they are paid for', () => {
    expect(titles(list, speaks)).toEqual([`The answer (200) is ${form}:`])
    expect(titles(make, speaks)).toEqual([
      `The answer (200) is ${form}, with its receipt in the headers:`,
    ])
    expect(titles(list, { protocol: 'anthropic_messages' })).toEqual([
      "The answer (200) is in the form of Anthropic's Messages (`anthropic_messages`):",
    ])
  })

  it('are streams too, where callers may ask for one', () => {
    const [whole, stream] = spoken({ ...list, streams: {} } as RouteIR, 'openai_chat') as any[]
    expect([whole.language, stream.language]).toEqual(['json', 'text'])
    expect(stream.title).toBe('The answer as a stream (200, `text/event-stream`):')
    expect(stream.sample).toMatch(/^data: \{"id".*\}\n\ndata: \{[^]*\n\ndata: \[DONE\]$/)
    const [, paid] = spoken({ ...make, streams: {} } as RouteIR, 'anthropic_messages') as any[]
    expect(paid.title).toBe(
      'The answer as a stream (200, `text/event-stream`), ' +
        'with the cost and the receipt in its last events:',
    )
    expect(paid.sample).toMatch(/^event: message_start\ndata: \{[^\n]*\}\n\nevent: /)
  })
})
