/** The media types of an answer, and the protocol whose schemas describe it. */
import { describe, expect, it } from 'vitest'
import type { Around } from '../../generator/emit/openapi/operation.ts'
import type { Schema } from '../../generator/emit/openapi/schema.ts'
import {
  answerContent,
  named,
  passesOn,
  protocolOf,
} from '../../generator/emit/openapi/protocol-answers.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { binary, name, text, word, type Js } from '../../generator/js/tree.ts'

const CALLS = [
  { id: 'chat', protocol: 'openai_chat' },
  { id: 'again', protocol: 'openai_chat' },
  { id: 'responses', protocol: 'openai_responses' },
  { id: 'messages', protocol: 'anthropic_messages' },
  { id: 'plain' },
]
const ir = { calls: CALLS } as unknown as CatalogIR
const route = (more: object): RouteIR =>
  ({ reply: 'verbatim', calls: ['plain'], ...more }) as unknown as RouteIR
const formula = (js: Js) => ({ lets: [], code: { js } })

describe('callers see', () => {
  it.each([
    ['the protocol of the route itself', { protocol: 'openai_chat' }, 'openai_chat'],
    ['that of a call whose replies are passed on', { calls: ['responses'] }, 'openai_responses'],
    ['that of several such calls', { calls: ['responses', 'responses'] }, 'openai_responses'],
    ['none of several', { calls: ['responses', 'chat'] }, undefined],
    ['none of calls of which one has none', { calls: ['responses', 'plain'] }, undefined],
    ['none of a protocol that is translated', { calls: ['messages'] }, undefined],
    ['none where the reply is another', { calls: ['responses'], reply: {} }, undefined],
    ['none of a call without one', {}, undefined],
    ['none of a route without calls', { calls: [] }, undefined],
    ['none of a call that is not there', { calls: ['gone'] }, undefined],
  ])('%s', (_name, more, protocol) => {
    expect(protocolOf(ir, route(more))).toBe(protocol)
    expect(named(ir, route(more)) === undefined).toBe(protocol === undefined)
  })
})

describe('the reply of the upstream is passed on without further knowledge', () => {
  it.each([
    ['if it is the answer', {}, true],
    ['not where the reply is another', { reply: {} }, false],
    ['not by a job', { job: {} }, false],
    ['not as a file', { file: {} }, false],
    ['not as a stream', { streams: {} }, false],
    ['not in a known protocol', { protocol: 'openai_chat' }, false],
  ])('%s', (_name, more, passes) => expect(passesOn(ir, route(more))).toBe(passes))
})

describe('the content of an answer', () => {
  const around = {
    ir,
    isFull: true,
    names: { schema: () => 'Things' },
    components: { schema: (_name: string, one: Schema) => one, named: (one: Schema) => one },
  } as unknown as Around
  const content = (more: object) => answerContent(route({ job: undefined, ...more }), around)
  const JSON_ = { 'application/json': { schema: {} } }
  const FILE = {
    type: 'string',
    format: 'binary',
    description: 'The file itself, with its own content type.',
  }
  const EVENTS = { type: 'string', description: 'Server-sent events.' }
  const accepts = (...words: string[]): Js =>
    words.map(text).reduce<Js>((a, b) => binary('+', a, b), name('request_headers'))

  it.each<[string, object, Schema]>([
    ['is JSON', {}, JSON_],
    [
      'has its example',
      { answer: { example: 1 } },
      { 'application/json': { schema: {}, example: 1 } },
    ],
    [
      'may be a file',
      { file: formula(name('echo')) },
      { ...JSON_, 'application/octet-stream': { schema: FILE } },
    ],
    [
      'is always a file',
      { file: formula(word(true)) },
      { 'application/octet-stream': { schema: FILE } },
    ],
    [
      'is a file for callers that accept its types',
      { file: formula(accepts('accept', '', 'audio/')) },
      {
        ...JSON_,
        'audio/*': {
          schema: { ...FILE, description: 'The file itself, for an `Accept` that begins so.' },
        },
      },
    ],
    [
      'is a file of any type where the types are another condition',
      { file: formula(accepts('other', 'audio/')) },
      { ...JSON_, 'application/octet-stream': { schema: FILE } },
    ],
    [
      'is a file of any type where whole types are accepted',
      { file: formula(accepts('accept', 'audio/mpeg', 'text/1, audio/')) },
      { ...JSON_, 'application/octet-stream': { schema: FILE } },
    ],
    ['may be a stream', { streams: {} }, { ...JSON_, 'text/event-stream': { schema: EVENTS } }],
    [
      'has the schemas of its protocol',
      { protocol: 'openai_chat', streams: {} },
      {
        'application/json': { schema: { $ref: '#/components/schemas/openai_chat_reply' } },
        'text/event-stream': { schema: { $ref: '#/components/schemas/openai_chat_event' } },
      },
    ],
    [
      'of a document that is a text',
      { document: 'llms.txt' },
      { 'text/plain': { schema: { type: 'string' } } },
    ],
    [
      'of a document that is a file',
      { document: 'client.tgz' },
      { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
    ],
    [
      'of a document that is JSON, or a page for browsers',
      { document: 'contents.json', documentHtml: 'index.html' },
      { ...JSON_, 'text/html': { schema: { type: 'string' } } },
    ],
  ])('%s', (_name, more, wanted) => expect(content(more)).toEqual(wanted))
})
