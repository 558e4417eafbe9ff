/** Routes that make one call must agree on what it reads; their answers may be fixed. */
import { describe, expect, it } from 'vitest'
import { edit, file, freeFlow, freeRoute, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

describe('a call that reads a value of its routes', () => {
  const LET = '  let: { many: body.count + 1 }\n'
  /** A second route, with this value. */
  const other = (value: string): Edit =>
    file(
      'tools/others.routes.yaml',
      `- route: POST /api/v1/others
  summary: Makes others
  flow: inline
  models: things.models
  body: { model: string!, count: integer 1..10 = 1 }
${value}  gates:
    - { rule: body.model in models, error: 400 Unknown model }
    - { rule: body.count <= model.most, error: 400 Too many }
  price: model.rate * body.count * margin + fee
  upstream: maker.make
  reply: { made: =result.made }
  examples: [{ model: small, usd: 0.0115 }]
`,
    )
  const problems = (value: string): string[] =>
    problemsOf(
      edit('routes', '  price:', `${LET}  price:`),
      edit('upstream', 'count: =body.count', 'count: =many'),
      other(value),
    ).map(({ code }) => code)

  it('is made by routes that compute it in the same way', () => {
    expect(problems(LET)).toEqual([])
  })

  it('is not made by one that computes it otherwise, even if it has the same bounds', () => {
    expect(problems('  let: { many: 12 - body.count }\n')).toEqual(['call-differs'])
  })
})

describe('the answer of a view', () => {
  /** Whether the view with these lines has an answer that is made once. */
  const isFixed = (lines: string, reply: string): unknown => {
    const route = freeRoute('view', lines).replace('ok: true', `ok: "${reply}"`)
    const { routes } = catalogOf([freeFlow, file('tools/views.routes.yaml', route)])
    return routes.find(({ path }) => path === '/api/v1/view')!.fixed
  }

  it.each([
    ['that reads nothing', '', true],
    ['that depends on gates', '  gates: [{ rule: 1 == 1, error: 400 Never }]\n', false],
    ['with headers', '  headers: { X-Kind: view }\n', false],
    ['with a status', '  status: 201\n', false],
    ['that reads the request', '  query: { a: string }\n', false, '=query.a'],
    ['that reads the headers of the request', '', false, '=request_headers.accept'],
    ['that reads the network', '', true, '=network.name'],
    ['that reads numbers of the gateway', '', true, '=text(fee + margin * minimum)'],
  ])('%s', (_name, lines, fixed, reply = 'true') => expect(isFixed(lines, reply)).toBe(fixed))
})
