/**
 * The schemas that OpenAPI gives of conversations, held against what a real gateway answers: whole,
 * streamed, with tools, thought, broken off.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSseParser } from '../../runtime/protocols/sse.ts'
import { ONE_OF_EACH, openChat, says, type Chat } from '../routes/chat-desk.ts'
import { realCatalog } from './catalog.ts'

type Schema = Record<string, any>

const { files } = await realCatalog()
const openapi: Schema = JSON.parse(files.get('openapi.json')!.text)
const TOOL = {
  type: 'function',
  function: {
    name: 'look_up',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  },
}
const USE = {
  name: 'look_up',
  input_schema: { type: 'object', properties: { word: { type: 'string' } } },
}

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

/**
 * The same schema, that takes no member which it does not name: nothing may be sent that documents
 * do not know.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.fromEntries(
    Object.entries(schema).map(([name, one]) => [name, closed(one)]),
  )
  return 'properties' in entries && !('additionalProperties' in entries)
    ? { ...entries, additionalProperties: false }
    : entries
}

function contentOf(path: string, type: string, method = 'post'): Schema {
  const answer = openapi.paths[path][method].responses[200]
  const shared = openapi.components.responses[String(answer.$ref).split('/').at(-1)!]
  return (answer.$ref === undefined ? answer : shared).content[type].schema
}

function checkOf(path: string, type: string): ValidateFunction {
  const schema = {
    ...contentOf(path, type),
    components: closed({ schemas: openapi.components.schemas }) as object,
  }
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
}

function faultsOf(check: ValidateFunction, value: unknown): unknown[] {
  return check(value) ? [] : [value, ...(check.errors ?? [])]
}

/** The JSON of all events of a stream. */
function eventsOf(text: string): any[] {
  const events: any[] = []
  const parser = createSseParser(({ data }) => {
    if (data !== '[DONE]') events.push(JSON.parse(data))
  })
  parser.push(new TextEncoder().encode(text))
  parser.end()
  return events
}

const forms = [
  { path: '/api/v1/chat/completions', models: ONE_OF_EACH, tool: { tools: [TOOL] }, more: {} },
  {
    path: '/api/v1/messages',
    models: ONE_OF_EACH,
    tool: { tools: [USE] },
    more: { thinking: { type: 'enabled', budget_tokens: 1024 } },
  },
] as const

describe.each(forms)('$path', ({ path, models, tool, more }) => {
  const whole = checkOf(path, 'application/json')
  const event = checkOf(path, 'text/event-stream')
  const bodies = (model: string): object[] =>
    [
      { messages: says('Say: one two three') },
      { messages: says('Use the tool.'), ...tool },
      { messages: says('Say: hi'), ...more },
    ].map(body => ({ model, max_tokens: 2000, ...body }))

  it.each(models)(
    'CHAT-041 CHAT-042 answers of $model are of the schema, as a whole',
    async ({ model }) => {
      for (const body of bodies(model))
        expect(faultsOf(whole, await chat.answer(body, { path }))).toEqual([])
    },
  )

  it.each(models)('CHAT-086 each event of $model is of the schema', async ({ model }) => {
    for (const body of bodies(model)) {
      const events = eventsOf((await chat.buy({ ...body, stream: true }, { path })).text)
      expect(events.length).toBeGreaterThan(3)
      for (const one of events) expect(faultsOf(event, one)).toEqual([])
    }
  })

  it('so is how a stream breaks off', async () => {
    const { upstream, model } = ONE_OF_EACH[0]!
    chat.upstreams.set(upstream, { mode: 'cut', after: 4 })
    const events = eventsOf(
      (
        await chat.buy(
          {
            model,
            max_tokens: 100,
            messages: says('Say: one two three four five six'),
            stream: true,
          },
          { path },
        )
      ).text,
    )
    expect(events.at(-1).error).toBeDefined()
    for (const one of events) expect(faultsOf(event, one)).toEqual([])
  })

  it('the schema takes nothing else: each member that it requires is missed', async () => {
    const reply = await chat.answer(bodies(ONE_OF_EACH[0]!.model)[0], { path })
    const { required } =
      openapi.components.schemas[contentOf(path, 'application/json').$ref.split('/').at(-1)]
    expect(required.length).toBeGreaterThan(4)
    for (const name of required as string[])
      expect(whole({ ...reply, [name]: undefined }), name).toBe(false)
    expect([whole({}), event({}), whole({ ...reply, more: 1 })]).toEqual([false, false, false])
  })
})

describe('/api/v1/responses', () => {
  const path = '/api/v1/responses'
  const body = { model: 'vendorA/chat-6-mini', input: 'Say hello.', max_output_tokens: 500 }

  it('RESP-028 RESP-029 RESP-030 RESP-031 what the upstream answers is of the schema', async () => {
    const check = checkOf(path, 'application/json')
    expect(faultsOf(check, await chat.answer(body, { path }))).toEqual([])
    expect(check({ object: 'response' })).toBe(false)
  })

  it('RESP-052 so is each of its events', async () => {
    const check = checkOf(path, 'text/event-stream')
    const events = eventsOf((await chat.buy({ ...body, stream: true }, { path })).text)
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'response.created',
        'response.output_text.delta',
        'response.completed',
      ]),
    )
    for (const one of events) expect(faultsOf(check, one)).toEqual([])
    expect([check({ type: 'response.completed' }), check({})]).toEqual([false, false])
  })
})

it('every form of a path has the same schemas, and what is looked at later too', () => {
  for (const [path, same] of [
    ['/v1/chat/completions', '/api/v1/chat/completions'],
    ['/api/v1/chat/{rest}', '/api/v1/chat/completions'],
    ['/v1/messages', '/api/v1/messages'],
  ] as const) {
    for (const type of ['application/json', 'text/event-stream'])
      expect(contentOf(path, type)).toEqual(contentOf(same, type))
  }
  expect(contentOf('/v1/responses/{id}', 'application/json', 'get')).toEqual(
    contentOf('/api/v1/responses', 'application/json'),
  )
})
