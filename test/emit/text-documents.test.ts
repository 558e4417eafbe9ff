/** Documents in plain text and Markdown: pages of families, `llms.txt`, `llms-full.txt`. */
import { describe, expect, it } from 'vitest'
import { emitPages } from '../../generator/emit/documents/family-page.ts'
import { emitLlmsFull } from '../../generator/emit/documents/llms-full.ts'
import { emitLlms } from '../../generator/emit/documents/llms.ts'
import { render } from '../../generator/emit/documents/render.ts'
import type { Facts } from '../../generator/emit/facts.ts'
import { allPrices } from '../../generator/examples/prices.ts'
import type { CatalogIR, GateIR, RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'
import { block, here, place, STRING } from './fixture-routes.ts'

const ir = fixture()
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
const SCHEMA = { type: 'object', properties: {} }

/** A catalog with these routes on one network. */
const catalog = (routes: readonly object[]): CatalogIR =>
  ({ ...ir, routes, gateway: { ...ir.gateway, networks: ['main'] } }) as unknown as CatalogIR
const factsOf = (of: CatalogIR) => ({ prices: allPrices(of), shared: [] }) as unknown as Facts
const texts = (emit: typeof emitPages, routes: readonly object[]): Map<string, string> => {
  const of = catalog(routes)
  return new Map([...emit(of, factsOf(of))].map(({ path, text }) => [path, text]))
}
/** What one document says of these routes. */
const llms = (...routes: object[]): string => texts(emitLlms, routes).get('llms.txt')!
const full = (...routes: object[]): string => texts(emitLlmsFull, routes).get('llms-full.txt')!
const page = (route: object): string => texts(emitPages, [route]).get('docs/media/pictures.md')!

describe('the page of a family', () => {
  it('is made for each that has something to show, and listed', () => {
    const other = { ...list, id: 'o', family: 'data/lists' }
    const gone = { ...read, id: 'g', family: 'old/reads', gone: { use: 'x' } }
    const files = texts(emitPages, [
      make,
      other,
      gone,
      { ...read, networks: ['test'], family: 'x/y' },
    ])
    expect([...files.keys()]).toEqual(['docs/data/lists.md', 'docs/media/pictures.md', 'README.md'])
    for (const [path, isListed] of Object.entries({ 'data/lists': true, 'old/reads': false }))
      expect(files.get('README.md')!.includes(path)).toBe(isListed)
    expect(page({ ...list, networks: ['test'] })).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['a GET', { ...list }, 'curl -i "$GATEWAY/pictures/models"'],
    [
      'holes that an example fills, and others',
      {
        ...read,
        path: '/read/{name}/{more}/*',
        examples: [{ ...make.examples[0]!, body: undefined, path: { name: 'a' } }],
      },
      'curl -i "$GATEWAY/read/a/{more}/..."',
    ],
    ['a `*` that is no hole', { ...list, path: '/a*b' }, 'curl -i "$GATEWAY/a*b"'],
    [
      'the query of an example',
      {
        ...read,
        examples: [
          { ...make.examples[0]!, body: undefined, path: { name: 'a' }, query: { limit: '3' } },
        ],
      },
      'curl -i "$GATEWAY/read/a?limit=3"',
    ],
    [
      'placeholders of texts that are required',
      {
        ...list,
        query: {
          ...read.query!,
          schema: {
            ...SCHEMA,
            required: ['q', 'n'],
            properties: { q: { type: 'string' }, n: { type: 'integer' }, r: { type: 'string' } },
          },
        },
      },
      'curl -i "$GATEWAY/pictures/models?q=Q"',
    ],
    [
      'a body without an example',
      { ...make, examples: [] },
      'curl -i -X POST "$GATEWAY/pictures" \\\n' +
        `  -H 'Content-Type: application/json' -d '{"model":"MODEL"}'`,
    ],
    [
      'a body with an apostrophe',
      {
        ...make,
        examples: [{ ...make.examples[0]!, body: { model: 'maker/one', extra: "it's" } }],
      },
      'curl -i -X POST "$GATEWAY/pictures" \\\n' +
        `  -H 'Content-Type: application/json' -d '{"model":"maker/one","extra":"it'\\''s"}'`,
    ],
  ])('has a line of curl, with %s', (_name, route, line) => {
    expect(page(route)).toContain(`\`\`\`sh\n${line}\n`)
  })

  it('shows how to pay for what is paid for', () => {
    expect(page(make)).toContain(
      '# with the signed payment\ncurl -i -X POST "$GATEWAY/pictures" \\\n' +
        '  -H "PAYMENT-SIGNATURE: $SIGNED" \\\n  -H \'Content-Type: application/json\' -d ',
    )
    expect(page(list)).not.toContain('SIGNATURE: ')
    const suspended = page({ ...read, suspended: { status: 503, message: 'Not now' } })
    expect(suspended).toContain('Not now; every call is answered with 503, uncharged.')
    expect(suspended).not.toContain('SIGNATURE: ')
  })

  it('says what is not charged', () => {
    expect(page({ ...make, chargeIf: block('true') })).toContain(
      '| 200 | The answer. An answer with nothing of what you asked for is not charged, ' +
        'and has no PAYMENT-RESPONSE. |',
    )
    expect(page(make)).toContain('| 200 | The answer, charged |')
    expect(page(list)).toContain('| 200 | The answer |')
  })

  it('lists prices by what they depend on, unless there is one', () => {
    expect(page(make)).toContain(
      '| model | size | USD |\n|---|---|---|\n| maker/one | small | 0.022 |\n',
    )
    expect(page(read)).not.toContain('| USD |')
  })

  it('says where its jobs are polled', () => {
    expect(page(make)).toContain(
      'Slow results are answered with 202 and a job; poll `/pictures/{id}`',
    )
    const signed = { ...make, job: { ...make.job!, signed: block('{}') } }
    expect(page(signed)).toContain('poll `poll_url` with')
    expect(page({ ...make, flow: 'polled_job' })).toContain('Work that was accepted is answered')
    expect(page(list)).not.toContain('poll')
  })

  it('has the other addresses, and what they fill in', () => {
    const aliases = [{ method: 'GET', path: '/v0/read', with: { name: 'x', kind: 'y' } }]
    expect(page({ ...read, aliases })).toContain(
      'Also `GET /v0/read`, with `name` as `x`, with `kind` as `y`.',
    )
    expect(page(make)).toContain('Also `POST /v0/pictures`.')
  })

  it('has the errors by their status, and any others last', () => {
    const rows = page(make).split('| Status | |')[1]!
    expect(rows).toMatch(/\| 502 \| The upstream failed\. Nothing is charged\. \|\n/)
    const other = { ...make, envelope: 'native' }
    const [native] = ir.envelopes
    const busy = { ...native!.outcomes.busy, status: code('details', { kind: 'json' }) }
    const of = {
      ...catalog([other]),
      envelopes: [{ ...native!, outcomes: { ...native!.outcomes, busy } }],
    }
    const [file] = emitPages(of as CatalogIR, factsOf(of as CatalogIR))
    expect(file!.text).toContain('| other | Too much in progress. Nothing is charged. |')
  })
})

describe('a cell of a table', () => {
  const cell = (value: unknown): string =>
    /^\| `a` \|.*\| (.*) \|$/m.exec(
      page({
        ...make,
        body: {
          ...make.body!,
          schema: { ...SCHEMA, properties: { a: { description: value } } },
        },
      }),
    )![1]!

  it('has no line break, no bar and not too many characters', () => {
    expect(cell('a  b\n c|d')).toBe('a b c\\|d')
    expect(cell('x'.repeat(200))).toBe('x'.repeat(200))
    expect(cell('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  })
})

it('a document has a mark unless it is served, and no empty lines in a row', () => {
  const data = { families: ['a/b'] }
  const from = ['catalog/b.yaml', 'catalog/a.yaml']
  const { text, from: files } = render('x.md', { template: 'readme', from, data })
  expect(files).toEqual(['catalog/a.yaml', 'catalog/b.yaml'])
  expect(text).toMatch(
    /^<!-- Code generated from catalog\/a\.yaml, catalog\/b\.yaml by [^/]* -->\n#/,
  )
  expect(text).toMatch(/[^\n]\n$/)
  expect(text).not.toContain('\n\n\n')
  expect(render('x.md', { template: 'readme', from, data, served: true }).text).toMatch(/^#/)
})

describe('llms.txt', () => {
  it('has a line for each endpoint of each family', () => {
    const text = llms(make, read, { ...list, id: 'o', family: 'data/lists', networks: ['test'] })
    expect(text).not.toContain('data/lists')
    expect(text).toContain('media/pictures')
    expect(text).toMatch(/POST \/pictures.*0\.022 to 0\.211 USD/)
    expect(text).toContain('`/v0/pictures`')
    expect(llms(list)).toMatch(/GET \/pictures\/models.*free, at most 100 an hour/)
  })

  it('has the method of another address only if it differs', () => {
    const aliases = [{ path: '/a' }, { method: 'GET', path: '/b' }, { method: 'POST', path: '/c' }]
    expect(llms({ ...read, aliases: aliases.slice(1) })).toContain('`/b`, `POST /c`')
  })

  it('lists documents, and says how jobs are polled if there are some', () => {
    const document = { ...list, id: 'd', path: '/openapi.json', document: 'openapi.json' }
    expect(llms(document)).toContain('[/openapi.json]({origin}/openapi.json)')
    expect(llms(document)).toContain('Fields, choices and examples of each request are in')
    expect(llms(read)).not.toContain('## Documents')
    expect([llms(make), llms(read)].map(one => one.includes('202 is a job'))).toEqual([true, false])
  })
})

describe('llms-full.txt', () => {
  const section = (route: object): string => full(route).split('\n\n## ')[1]!

  it('begins with what it is', () => {
    const [title, summary, about] = full(list).split('\n\n')
    expect([title, summary]).toEqual(['# Shop, every endpoint in full', 'A shop.'])
    expect(about).toBe(
      'How calls are paid for is in {origin}/llms.txt; the schemas of all requests and answers ' +
        'are in {origin}/openapi.json. Texts and lists in examples are shortened.',
    )
  })

  it('has the fields of each request', () => {
    expect(section(list)).toBe('GET /pictures/models\nModels. Price: free, at most 100 an hour.\n')
    expect(section(read)).toBe(
      'GET /read/{name}\nRead one. Price: 0.0085 USD.\nQuery:\n' +
        '- limit (integer, default 20): how many\n',
    )
    expect(section(make).split('\n').slice(0, 8)).toEqual([
      'POST /pictures',
      'Make pictures. Price: 0.022 to 0.211 USD.',
      'Jobs are polled at GET /pictures/{id}.',
      'Body:',
      '- model (string, required): one of the model ids',
      '- size (string, default "small"): the size',
      '- n (integer 1..4, default 1)',
      '- extra (any): anything',
    ])
  })

  it('has the range of a number, and the values of a choice', () => {
    const properties = {
      a: { type: 'integer', minimum: 0 },
      b: { type: 'integer', maximum: 0 },
      c: { enum: ['x', 1] },
    }
    const body = { ...make.body!, schema: { ...SCHEMA, properties } }
    expect(section({ ...make, body, gates: [], examples: [] })).toContain(
      'Body:\n- a (integer 0..)\n- b (integer ..0)\n- c (x | 1)\n',
    )
  })

  it('has an example, its answer and the finished job', () => {
    const text = section({
      ...make,
      gates: [],
      answer: { example: { id: 1 } },
      polled: { example: [2] },
    })
    expect(text).toContain(
      '\nExample: {"body":{"model":"maker/one"}}\nAnswer: {"id":1}\nFinished job: [2]\n',
    )
    expect(section({ ...list })).not.toMatch(/Example|Answer|Finished/)
  })

  const SOURCE = 'x body.n < 5\ny 400 At most\n5'
  const at = (text: string) => {
    const start = SOURCE.indexOf(text)
    return place('catalog/own.yaml', start, start + text.length)
  }
  const gate = (more: Partial<GateIR>): GateIR => ({
    lets: [],
    rule: { ...code('body.n < 5'), place: at('body.n < 5') },
    status: 400,
    message: { ...code('`At most ${5}`', STRING), place: at('400 At most\n5') },
    provesModel: false,
    place: here,
    ...more,
  })
  /** The refusals of a route with these gates. */
  const refusals = (route: object): string[] => {
    const of = catalog([{ ...make, examples: [], job: undefined, ...route }])
    const sources = [{ path: 'catalog/own.yaml', text: SOURCE }]
    const [file] = emitLlmsFull({ ...of, sources }, factsOf(of))
    const [, lines] = file!.text.split(/- extra \(any\): anything\n?/)
    return lines!.trim().split('\n')
  }

  it('has the refusals in the words of the catalog, each once', () => {
    expect(refusals({ gates: [gate({}), gate({})] })).toEqual([
      'Refused before any payment:',
      '- 400 unless body.n < 5: At most 5',
    ])
    expect(refusals({ gates: [] })).toEqual([''])
    const has = { ...code('body.extra'), place: at('x') }
    const said = { ...code("'No'", STRING), place: at('x') }
    expect(refusals({ gates: [gate({ rule: has, message: said, status: 409 })] })).toEqual([
      'Refused before any payment:',
      '- 409 unless body.extra',
    ])
    const long = { ...code("'Never'", STRING), place: at('x') }
    const unseen = { ...code('body.n < 9'), place: at('x') }
    expect(refusals({ gates: [gate({ rule: unseen, message: long })] })).toEqual([
      'Refused before any payment:',
      '- 400: Never',
    ])
    expect(refusals({ gates: [gate({ rule: unseen, message: said })] })).toEqual([''])
  })

  it('says when a call is refused only with a payment', () => {
    const paid = { challenge: 'before_gates', gates: [gate({})] }
    expect(refusals(paid)[0]).toBe('Refused, uncharged, once the call has a payment:')
    expect(refusals({ ...paid, price: undefined })[0]).toBe('Refused before any payment:')
  })

  it('has the refusals of the form in which requests come', () => {
    const translate = { body: make.body, gates: [gate({ status: 422 })], give: block('body') }
    expect(refusals({ gates: [gate({})], translate })[1]).toBe('- 422 unless body.n < 5: At most 5')
  })
})
