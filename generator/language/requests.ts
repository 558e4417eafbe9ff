/** The keys of routes that define the request and which requests are refused. */
import { choice, keys, like, named, text, treeMap, type Schema } from '../shape/schema.ts'
import { FIELD_KEYS, FIELDS, GATE_KEYS, GATE_LIST, NAMED_GATES } from './gates.ts'
import { keysOf } from './key.ts'
import { LET, shapeOnly } from './shared.ts'

const OTHERS = ['ignore', 'refuse', 'forward'] as const

/** Fields in field notation, or the name of a schema; `others` are the words that `...` allows. */
export const fieldsOf = (others: readonly string[]): Schema => ({
  type: ['object', 'string'],
  ...(others.length === 0
    ? {}
    : { properties: { '...': choice('Unknown fields: dropped, refused, or kept', others) } }),
  additionalProperties: text(
    'A field: type, `!` where required, a range, `= default`, e.g. integer 1..10 = 1',
  ),
})

/** `translate:`; `body` is the caller's form of the request. */
const TRANSLATE_KEYS = keysOf({
  body: {
    kind: 'input',
    about: 'The request as it comes: fields in field notation, or the name of a schema',
    example: 'body: { text: string! }',
    shape: fieldsOf(OTHERS),
    required: true,
    member: 'body',
    rank: 10,
  },
  let: LET,
  gates: {
    kind: 'gates',
    about: "Rules in order, before the route's own; `body` is the request as it comes",
    example: 'gates:\n  - { rule: size(body.text) > 0, error: 400 Nothing to read }',
    shape: GATE_LIST,
    member: 'gates',
    rank: 20,
    sees: 'request',
    mayWait: true,
  },
  give: {
    kind: 'tree',
    about: "The route's body; `body` is the request as it comes",
    example: 'give: { prompt: =body.text }',
    required: true,
    member: 'give',
    rank: 30,
    sees: 'request',
  },
})

/** The keys of the request in all its forms. */
export const BODY_KEYS = keysOf({
  body_limit: {
    kind: 'size',
    about: 'Largest request body',
    example: 'body_limit: 10MiB',
    member: 'bodyLimit',
    rank: 270,
  },
  body: {
    kind: 'input',
    about: 'The request body: fields in field notation, or the name of a schema',
    example: 'body: { ...: refuse, prompt: string! 1..4000, n: integer 1..4 = 1 }',
    shape: fieldsOf(OTHERS),
    member: 'body',
    rank: 280,
  },
  tool_body: {
    kind: 'other',
    about: 'What MCP clients give in place of the body: fields in field notation, or a schema',
    example: 'tool_body: { method: string!, params: json, jsonrpc: string = "2.0" }',
    note:
      'The fields are the members of the body; those with a default are added. The body is ' +
      'checked as any other.',
    shape: fieldsOf([]),
  },
  multipart: {
    kind: 'flag',
    about: 'True: forms are taken too; files become data URIs, `x[]` is the list x',
    example: 'multipart: true',
    member: 'multipart',
    rank: 290,
  },
  translate: {
    kind: 'translation',
    about: "A request in another form, which is checked and turned into the route's body",
    example: 'translate:\n  body: { text: string! }\n  give: { prompt: =body.text }',
    note: "Examples and documents show the caller's form.",
    keys: TRANSLATE_KEYS,
    member: 'translate',
    rank: 300,
  },
  query: {
    kind: 'input',
    about: 'The query: fields in field notation, or the name of a schema',
    example: 'query: { limit: integer 1..50 = 10 }',
    note:
      '`...: unchecked` forwards everything; the fields are for documents, and the upstream ' +
      'checks them.',
    shape: fieldsOf([...OTHERS, 'unchecked']),
    member: 'query',
    rank: 310,
  },
  fields: {
    kind: 'aka',
    about: 'Which fields go together; each line becomes ordinary gates',
    example: 'fields: { mask: { needs: [image] } }',
    keys: FIELD_KEYS,
    shape: FIELDS,
    member: 'aka',
    rank: 320,
  },
  let: LET,
  views: {
    kind: 'other',
    about: 'Views by name: how each row of a list is shown',
    example: 'views:\n  on_sale: { each: m in models, show: { id: =m.id, name: =m.name } }',
    note: 'Formulas use a view by its name, like a value of `let:`.',
    shape: shapeOnly(
      named(
        '',
        keys('A view', {
          each: like(
            'A name for the row, and the list',
            '^[A-Za-z_][A-Za-z0-9_]*\\s+in\\s+\\S',
            'a name and a list, e.g. m in models',
          ),
          show: treeMap('What is shown of it'),
        }),
      ),
    ),
  },
  gates: {
    kind: 'gates',
    about:
      'Rules in order, before the 402; the first that is false answers. A map names them, ' +
      'so that a route can replace one of its template',
    example: 'gates:\n  - { rule: body.model in models, error: 400 Unknown model }',
    keys: GATE_KEYS,
    shape: NAMED_GATES,
    member: 'gates',
    rank: 350,
    sees: 'request',
    mayWait: true,
  },
  checks: {
    kind: 'gates',
    about:
      'Rules that may ask for `payer`: after the payment verified, before it is claimed; ' +
      'the first that is false answers',
    example: 'checks:\n  - { rule: isWelcome(payer), error: 403 Not for this wallet }',
    note: 'The keys of a rule are those of `gates`.',
    shape: GATE_LIST,
    member: 'checks',
    rank: 360,
    sees: 'verified',
    mayWait: true,
  },
})
