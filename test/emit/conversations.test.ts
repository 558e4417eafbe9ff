/**
 * What documents say of conversations: streams, rows that are free, and prices that nobody can
 * list.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { dereferenced } from '../helpers/dereferenced.ts'
import { overlaid } from '../language/overlay.ts'

const files = overlaid(
  readCatalog('test/golden/_base/catalog'),
  readCatalog('test/golden/text-routes/catalog'),
)
const PATH = '/api/v1/chat/completions'
let json: (path: string) => any

beforeAll(async () => {
  const generated = await generate(compile(files).value!)
  json = path => JSON.parse(generated.get(path)!.text)
})

describe('openapi.json', () => {
  const chat = () => dereferenced(json('openapi.json')).paths[PATH].post

  it('documents a stream beside the whole answer, only where there is one', () => {
    expect(Object.keys(chat().responses[200].content)).toEqual([
      'application/json',
      'text/event-stream',
    ])
    expect(
      Object.keys(
        dereferenced(json('openapi.json')).paths['/api/v1/things'].post.responses[200].content,
      ),
    ).toEqual(['application/json'])
  })

  it('says that some rows need no payment, and which', () => {
    expect(chat().security).toEqual([{ payment: [] }, {}])
    expect(chat()['x-free-models']).toEqual(['open/free'])
    expect(chat().description).toContain('Free, without any payment: `open/free`.')
    const { paths, security } = json('openapi.json')
    expect([paths['/api/v1/responses'].post.security, security]).toEqual([
      undefined,
      [{ payment: [] }],
    ])
  })

  it('has the refusals of checks and limits', () => {
    expect(Object.keys(chat().responses)).toEqual(expect.arrayContaining(['403', 'default']))
  })
})

describe('rates', () => {
  const rates = {
    columns: {
      billing: 'per token, per request, or nothing',
      input: 'USD per million tokens of the prompt',
      output: 'USD per million tokens of the answer',
      flat: 'USD per request, fee included',
      long_above: 'prompt tokens from which the long tier applies',
      long_input_x: 'what the long tier multiplies `input` by',
      long_output_x: '',
    },
    rows: [
      { model: 'acme/large', billing: 'token', input: '2.5', output: '10' },
      {
        model: 'acme/pro',
        billing: 'token',
        input: '1.25',
        output: '10',
        long_above: 200_000,
        long_input_x: '2',
        long_output_x: '1.5',
      },
      { model: 'open/small', billing: 'flat', flat: '0.002' },
      { model: 'open/free', billing: 'free', free: true },
    ],
  }

  it('stand in pricing.json beside the examples, of which free ones do not count for the least price', () => {
    const chat = json('pricing.json').endpoints.find((one: any) => one.path === PATH)
    expect(chat).toMatchObject({ mode: 'quote', min_usd: '0.002', rates, free: ['open/free'] })
    expect(chat.prices[0]).toMatchObject({ usd: '0', micro: '0', free: true })
  })

  it('stand in x402.json, where the amount is that of a call that is paid', () => {
    const chat = json('x402.json').items.find((one: any) => one.resource.url.endsWith(PATH))
    expect(chat.pricing).toEqual({ mode: 'quote', minUsd: '0.002', rates, free: ['open/free'] })
    expect(chat.accepts[0].amount).toBe('2000')
    expect(chat.input.body.model).toBe('acme/large')
  })

  it('are absent where prices are listed one by one', () => {
    const things = json('pricing.json').endpoints.find((one: any) => one.path === '/api/v1/things')
    expect(things).not.toHaveProperty('rates')
    expect(things.prices).toHaveLength(2)
  })
})
