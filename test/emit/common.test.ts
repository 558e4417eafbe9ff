/** Families of a folder that take the price of one template share its code. */
import { describe, expect, it } from 'vitest'
import { familyGroups } from '../../generator/emit/family-common.ts'
import { generate } from '../../generator/generate.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** A template with a price of several lines. */
const TEMPLATE = `made:
  flow: inline
  models: things.models
  upstream: maker.make
  reply: { made: =result.made }
  price:
    by: body.kind
    let:
      many: body.count * 2
    small: model.rate * body.count * margin + fee
    large: model.rate * many * margin + fee + fee
`

/** A route with that template; `more` are lines of its own. */
const route = (name: string, more = ''): string => `- route: POST /api/v1/${name}
  summary: Makes ${name}
  like: made
  body: { model: string!, kind: small | large = small, count: integer 1..10 = 1 }
  gates: [{ rule: body.model in models, error: "400 Unknown model {body.model}" }]
  examples: []
${more}`

const OWN_PRICE = '  price: fee\n'

/** The code of two families, by its path; `at` is the path of the second, `ships` its routes. */
async function filesOf(
  ships: string,
  { at = 'tools/ships', template = TEMPLATE, more = [] as Edit[], boats = route('boats') } = {},
) {
  const files = await generate(
    catalogOf([
      ...more,
      file('templates.yaml', template),
      file('tools/boats.routes.yaml', boats),
      file(`${at}.routes.yaml`, ships),
    ]),
  )
  return (path: string): string => files.get(path)?.text ?? ''
}

it('the price of a template is printed once for the families of a folder', async () => {
  const text = await filesOf(route('ships'))
  expect(text('tools/boats.common.ts')).toContain('export const postBoatsPrice = {')
  for (const path of ['tools/boats.ts', 'tools/ships.ts']) {
    expect(text(path)).toMatch(/import \{.* postBoatsPrice \} from '\.\/boats\.common\.ts'/)
    expect(text(path)).toContain('price: postBoatsPrice')
    expect(text(path)).not.toContain('micro:')
  }
})

it('it takes the requests of both families', async () => {
  const text = await filesOf(
    route('ships').replace('model: string!', 'model: string!, sails: integer'),
  )
  const common = text('tools/boats.common.ts')
  expect(common).toContain("import type { PostBoatsBody } from './boats.requests.ts'")
  expect(common).toContain("import type { PostShipsBody } from './ships.requests.ts'")
  expect(common).toContain('PostBoatsBody | PostShipsBody')
})

it('a price that reads a table of its file stays there', async () => {
  const template = TEMPLATE.replace('body.count * 2', 'choose(body.kind in cheap, 1, 2)')
  const more = [edit('gateway', 'fee: 0.001', 'fee: 0.001\nconstants: { cheap: [small] }')]
  const text = await filesOf(route('ships'), { template, more })
  expect(text('tools/boats.common.ts')).not.toContain('micro:')
  expect(text('tools/ships.ts')).toMatch(/const cheap = [^]*cheap/)
})

describe('a price that reads rows of different types', () => {
  const table = (name: string, kinds: string): Edit =>
    file(
      `tools/${name}.models.yaml`,
      `columns:\n  rate: usd\n  most: integer\n  kinds: list of ${kinds}\n` +
        `rows:\n  small: { rate: 0.01, most: 4, kinds: [m] }\n`,
    )
  const template = TEMPLATE.replace('  models: things.models\n', '').replace(
    'body.count * 2',
    'choose(body.size in model.kinds, 1, 2)',
  )
  const sized = (name: string, models = name): string =>
    route(name, `  models: ${models}.models\n`).replace('string!,', 'string!, size: s | m | l = m,')
  const more = [table('boats', 's | m'), table('ships', 'm | l')]

  it('stays in each family', async () => {
    const text = await filesOf(sized('ships'), { template, more, boats: sized('boats') })
    expect(text('tools/boats.common.ts')).not.toContain('micro:')
    expect(text('tools/boats.ts')).toContain('micro:')
    expect(text('tools/ships.ts')).toContain('micro:')
  })

  it('stays in each route of a family', async () => {
    const boats = sized('boats') + sized('rafts', 'ships')
    const text = await filesOf(sized('ships'), { at: 'sea/ships', template, more, boats })
    expect(text('tools/boats.ts').split('micro:')).toHaveLength(3)
  })
})

it('so does one that reads a field that may be absent in one of them', async () => {
  const template = TEMPLATE.replaceAll('body.count', 'first(body.count, 1)')
  const ships = route('ships').replace('integer 1..10 = 1', 'integer 1..10')
  expect((await filesOf(ships, { template }))('tools/boats.common.ts')).not.toContain('micro:')
})

it('bounds of a field do not matter', async () => {
  const ships = route('ships').replace('1..10', '1..20')
  expect((await filesOf(ships))('tools/boats.common.ts')).toContain('micro:')
})

it('families of other folders have a price of their own', async () => {
  const text = await filesOf(route('ships'), { at: 'sea/ships' })
  expect(text('tools/boats.common.ts')).toBe('')
  expect(text('tools/boats.ts')).toContain('micro:')
  expect(text('sea/ships.ts')).toContain('micro:')
})

it('a family with a price of its own shares nothing', async () => {
  const text = await filesOf(route('ships', OWN_PRICE))
  expect(text('tools/boats.common.ts')).toBe('')
  expect(text('tools/ships.ts')).toContain('micro:')
})

it('what only routes of one family repeat stays there', async () => {
  const own = (name: string): string =>
    route(name).replace('model: string!', 'model: string!, sails: integer 1..12')
  const text = await filesOf(own('ships') + own('yachts'))
  expect(text('tools/boats.common.ts')).toContain('micro:')
  expect(text('tools/boats.common.ts')).not.toContain('sails')
  expect(text('tools/ships.ts').split('sails: {')).toHaveLength(2)
})

describe('families are in one group', () => {
  const OTHER = TEMPLATE.replace('made:', 'other:').replaceAll('margin', 'margin * 2')
  const of = (template: string, name: string): string =>
    route(name).replace('like: made', `like: ${template}`)
  /** The groups of these families of `tools/` besides those of the small catalog. */
  const groupsOf = (families: Readonly<Record<string, string>>): string[] =>
    familyGroups(
      catalogOf([
        file('templates.yaml', TEMPLATE + OTHER),
        ...Object.entries(families).map(([name, routes]) =>
          file(`tools/${name}.routes.yaml`, routes),
        ),
      ]),
    ).map(group => group.map(([first]) => first!.family.replace('tools/', '')).join(' '))

  it('if a third one takes prices of both their templates', () => {
    const ships = of('other', 'ships') + of('made', 'yachts')
    expect(groupsOf({ boats: of('made', 'boats'), rafts: of('other', 'rafts'), ships })).toEqual([
      'boats rafts ships',
      'things',
    ])
  })

  it('if an earlier one took the price that the last one takes', () => {
    const boats = of('made', 'boats') + of('other', 'oars')
    expect(groupsOf({ boats, rafts: of('made', 'rafts'), ships: of('other', 'ships') })).toEqual([
      'boats rafts ships',
      'things',
    ])
  })

  it('only if they share a price', () => {
    expect(groupsOf({ boats: of('made', 'boats'), rafts: of('other', 'rafts') })).toEqual([
      'boats',
      'rafts',
      'things',
    ])
  })
})
