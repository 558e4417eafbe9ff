/** What a plan says of rows and routes that end: retired with a successor, or deleted. */
import { describe, expect, it } from 'vitest'
import { planOf } from '../../generator/plan/plan.ts'
import { planMarkdown } from '../../generator/plan/markdown.ts'
import { onSale, removals } from '../../generator/plan/removed.ts'
import { planText } from '../../generator/plan/text.ts'
import { edit, file, freeFlow, freeRoute, type Edit } from '../checks/small-catalog.ts'
import { catalogOf, effects, short } from './small.ts'

const TODAY = Date.UTC(2026, 10, 23)
const plan = (edits: readonly Edit[], before: readonly Edit[] = [], today = TODAY) =>
  planOf(catalogOf(before), catalogOf([...before, ...edits]), { today })
const text = (made: ReturnType<typeof plan>): string =>
  planText(made, { color: false, columns: 120, compared: 'x', at: () => undefined })

const retired = (since: string): Edit =>
  edit('models', 'rate: 0.01 }', `rate: 0.01, retired: { ${since}use: large } }`)

describe('a row that is retired with a successor', () => {
  it('some time ahead warns, and compares what callers pay', () => {
    const made = plan([retired('since: 2027-01-01, ')])
    expect(made.verdict).toBe('warn')
    expect(made.findings.map(short)).toEqual(['warn | model-retired | small from 2027-01-01'])
    expect(made.findings[0]!.message).toBe(
      '2027-01-01: small is retired; callers are sent to large: 0.0115 -> 0.0535 USD, +365 %; ' +
        'large refuses 1 of 3 requests, e.g. count 10; large has most 5 instead of 10',
    )
    expect(effects(made.findings[0])).toEqual(['POST /api/v1/things small : 11500 -> 53500'])
    expect(text(made)).not.toContain('accepted.yaml')
  })

  it.each([
    ['at once', ''],
    ['from a day that is past', 'since: 2026-11-22, '],
  ])('%s blocks', (_, since) => {
    const { verdict, findings } = plan([retired(since)])
    expect([verdict, findings[0]!.id, findings[0]!.level]).toEqual([
      'block',
      'model-retired',
      'block',
    ])
  })

  it('names what the successor cannot do, of what gates and calls read', () => {
    const before = [
      edit(
        'models',
        'columns:\n',
        'columns:\n  vision: boolean = false\n  kinds: list of a | b | c = []\n  depth: integer = 9\n',
      ),
      edit('models', 'small: {', 'small: { vision: true, kinds: [a, b],'),
      edit('models', 'large: {', 'large: { kinds: [b, c], depth: 8,'),
      edit(
        'routes',
        '  price:',
        '    - { rule: model.vision || "b" in model.kinds, error: 400 No }\n  price:',
      ),
    ]
    expect(plan([retired('since: 2027-01-01, ')], before).findings[0]!.message).toMatch(
      /; large has vision false instead of true, kinds without a and most 5 instead of 10$/,
    )
  })

  it('says so where the successor costs the same', () => {
    const twin = edit('models', 'large: {', 'twin: { rate: 0.01 }\n  large: {')
    const to = edit(
      'models',
      '0.01 }\n  twin',
      '0.01, retired: { since: 2027-01-01, use: twin } }\n  twin',
    )
    const { message } = plan([to], [twin]).findings[0]!
    expect(message).toMatch(/sent to twin: 0\.0115 to 0\.106 USD, the same$/)
  })

  it('is one finding, whatever other names it has', () => {
    const names = edit('models', 'small: { rate: 0.01', 'small: { aliases: [tiny], rate: 0.01')
    expect(plan([retired('')], [names]).findings.map(short)).toEqual([
      'block | model-retired | small',
    ])
  })

  it('may be removed once it is over, and not before', () => {
    const gone = (): Edit[] => [
      edit('models', '  small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }\n', ''),
      edit('routes', '    - { model: small, usd: 0.0115 }\n', ''),
    ]
    const before = [retired('since: 2027-01-01, ')]
    const later = plan(gone(), before, Date.UTC(2027, 0, 2))
    expect([later.verdict, later.findings[0]!.message]).toEqual([
      'allow',
      'small, retired since 2027-01-01, is removed',
    ])
    expect(plan(gone(), before).verdict).toBe('block')
  })
})

describe('a route that is retired with a successor', () => {
  const before = [
    freeFlow,
    file('tools/views.routes.yaml', freeRoute('views') + freeRoute('looks')),
  ]
  const end = (since: string): Edit =>
    file(
      'tools/views.routes.yaml',
      freeRoute('views', `  retired: { ${since}use: /api/v1/looks }\n`) + freeRoute('looks'),
    )

  it('some time ahead warns, and names it', () => {
    const { verdict, findings } = plan([end('since: 2027-01-01, ')], before)
    expect([verdict, findings.map(one => one.message)]).toEqual([
      'warn',
      ['2027-01-01: GET /api/v1/views is retired; callers are sent to GET /api/v1/looks: free'],
    ])
  })

  it('at once blocks', () => {
    expect(plan([end('')], before).findings.map(short)).toEqual([
      'block | route-retired | GET /api/v1/views',
    ])
  })
})

describe('what is deleted', () => {
  const row = [
    edit('models', '  small: { rate: 0.01 }\n', ''),
    edit('routes', '    - { model: small, usd: 0.0115 }\n', ''),
  ]
  const views = (...names: string[]): Edit =>
    file('tools/views.routes.yaml', names.map(name => freeRoute(name)).join(''))

  it('a row: how to retire it comes first, then how to accept it', () => {
    const said = text(plan(row))
    expect(said).toContain(
      'Better: put the row small back, with: retired: { since: 2026-12-23, use: large }',
    )
    expect(said.indexOf('Better:')).toBeLessThan(said.indexOf('If intended'))
    expect(said).toContain('- { finding: model-removed, subject: small, because: WHY }')
    const markdown = planMarkdown(plan(row), 'x')
    expect(markdown.indexOf('put the row small back')).toBeGreaterThan(0)
    expect(markdown.indexOf('put the row small back')).toBeLessThan(
      markdown.indexOf('If this is intended'),
    )
  })

  describe('a row under a new name', () => {
    const renamed = (now: string, before = 'small: { rate: 0.01 }'): Edit[] => [
      edit('models', before, now),
      edit('routes', '    - { model: small, usd: 0.0115 }\n', ''),
    ]
    const columns = 'columns:\n  name: string = plain\n'
    const named = [
      edit('models', 'columns:\n', columns),
      edit('models', 'small: { rate: 0.01 }', 'small: { name: Small, rate: 0.01 }'),
    ]

    it.each([
      ['with the same cells', renamed('tiny: { rate: 0.01 }'), []],
      [
        'with the texts that only it had',
        renamed('tiny: { name: Small, rate: 0.02 }', 'small: { name: Small, rate: 0.01 }'),
        named,
      ],
    ])('%s keeps the old one as an alias', (_, edits, before) => {
      const better =
        'if small was renamed to tiny, add `aliases: [small]` to the row tiny; otherwise put it ' +
        'back, with: retired: { since: 2026-12-23, use: tiny }'
      expect(text(plan(edits, before))).toContain(`Better: ${better}`)
      const [problem] = removals(catalogOf(before), onSale(catalogOf([...before, ...edits])), TODAY)
      expect(problem!.hint).toContain(better)
    })

    it('that has other names already has one more', () => {
      expect(text(plan(renamed('tiny: { aliases: [wee], rate: 0.01 }')))).toContain(
        'Better: if small was renamed to tiny, add small to the `aliases` of the row tiny; ',
      )
    })

    it('is another row if its content differs', () => {
      for (const now of ['tiny: { rate: 0.02 }', 'tiny: { rate: 0.01, most: 3 }'])
        expect(text(plan(renamed(now)))).toContain('Better: put the row small back, with: ')
    })
  })

  it('a route', () => {
    const made = plan([views('looks')], [freeFlow, views('views', 'looks')])
    expect(text(made)).toContain(
      'Better: put GET /api/v1/views back, with: retired: { since: 2026-12-23, use: GET /api/v1/looks }',
    )
  })

  describe('a route under a new path', () => {
    const own = (name: string): string => freeRoute(name).replace('A free view', 'The sights')
    const routes = (...all: string[]): Edit => file('tools/views.routes.yaml', all.join(''))
    const before = [freeFlow, routes(own('views'), freeRoute('looks'))]
    const better =
      'if GET /api/v1/views has moved to GET /api/v1/sights, add ' +
      '`aliases: [GET /api/v1/views]` to GET /api/v1/sights; otherwise put it back, with: ' +
      'retired: { since: 2026-12-23, use: GET /api/v1/sights }'

    it('keeps the old one as an alias, if it has the same summary', () => {
      const edits = [routes(own('sights'), freeRoute('looks'))]
      expect(text(plan(edits, before))).toContain(`Better: ${better}`)
      const now = catalogOf([freeFlow, ...edits])
      expect(removals(catalogOf(before), onSale(now), TODAY)[0]!.hint).toContain(better)
    })

    it('is another route if two routes have that summary', () => {
      const both = routes(own('sights'), own('scenes'), freeRoute('looks'))
      expect(text(plan([both], before))).toContain('Better: put GET /api/v1/views back, with: ')
    })

    it('is another route if it was there before', () => {
      const both = [freeFlow, routes(own('views'), own('sights'))]
      expect(text(plan([routes(own('sights'))], both))).toContain(
        'Better: put GET /api/v1/views back, with: ',
      )
    })
  })

  describe('is an error of `check`', () => {
    const old = catalogOf([freeFlow, views('views', 'looks')])
    const found = (...edits: Edit[]) =>
      removals(old, onSale(catalogOf([freeFlow, ...edits])), TODAY)

    it('which says how to retire it, and then how to accept it', () => {
      const [model, route, ...more] = found(...row, views('looks'))
      expect(more).toEqual([])
      expect(model).toMatchObject({
        severity: 'error',
        message: 'the row small is deleted: its callers get an error without a successor',
        place: { file: 'catalog/tools/things.models.yaml' },
        hint:
          'put the row small back, with: retired: { since: 2026-12-23, use: large }. To remove ' +
          'it without notice, add to catalog/accepted.yaml: ' +
          '- { finding: model-removed, subject: small, because: WHY }',
      })
      expect(route!.hint).toMatch(
        /^put GET \/api\/v1\/views back, with: retired: \{ since: 2026-12-23, use: GET \/api\/v1\/looks \}/,
      )
    })

    it('until it is accepted', () => {
      const entry = '- { finding: model-removed, subject: small, because: it never worked }\n'
      expect(found(...row, views('views', 'looks'), file('accepted.yaml', entry))).toEqual([])
    })

    it('unless it is refused on purpose, retired, or another name of what is sold', () => {
      const gone = '- prefix: /api/v1\n  retired: 404\n  routes: [/views]\n'
      const looks = file(
        'tools/views.routes.yaml',
        freeRoute('looks', '  aliases: [/api/v1/views]\n'),
      )
      expect(found(retired(''), looks)).toEqual([])
      expect(found(views('looks'), file('tools/gone.routes.yaml', gone))).toEqual([])
    })

    it('unless its retirement is over', () => {
      const before = catalogOf([retired('since: 2026-12-01, ')])
      const now = onSale(catalogOf(row))
      expect(removals(before, now, TODAY)).toHaveLength(1)
      expect(removals(before, now, Date.UTC(2026, 11, 1))).toEqual([])
    })
  })
})
