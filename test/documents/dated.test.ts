/** Served documents show the prices of now; generated ones do not depend on the day. */
import { expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { documentReader } from '../../runtime/replies/documents/generated.ts'
import { overlaid } from '../language/overlay.ts'

const NETWORKS = { base: {} as never, other: {} as never }
const second = {
  path: 'catalog/networks/other.yaml',
  text: `other:
  kind: evm
  scheme: exact
  chain: eip155:10
  label: other
  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: USD Coin, version: "2" }
`,
}

it('each network has the documents of each date', async () => {
  const files = overlaid(readCatalog('test/golden/_base/catalog'), [
    ...readCatalog('test/golden/dated/catalog'),
    second,
  ])
  const { value } = compile(files)
  const generated = await generate(value!)
  const dates = ['2026-12-01', '2026-12-05', '2026-12-08'].map(date => ({
    since: Date.parse(date),
    folder: `dated/${date}`,
    files: [...generated.keys()].flatMap(path =>
      path.startsWith(`dated/${date}/`) ? [path.slice(`dated/${date}/`.length)] : [],
    ),
  }))
  const small = async (network: string, since?: number): Promise<unknown[]> => {
    const read = documentReader({ networks: NETWORKS, dates }, network, {
      read: async name => {
        const file = generated.get(name)
        if (file === undefined) throw new Error(`there is no ${name}`)
        return file.text
      },
    })
    const pricing = JSON.parse(await read('pricing.json', since))
    const [{ prices, dates: coming }] = pricing.endpoints
    const llms = await read('llms.txt', since)
    const operation = JSON.parse(await read('openapi.json', since)).paths['/api/v1/things'].post
    return [
      pricing.network,
      prices.find((one: any) => one.model === 'small' && (one.count ?? 1) === 1).usd,
      coming.length,
      /\((\d\.\d+) to /.exec(llms)?.[1],
      operation['x-payment-info'].minPrice,
    ]
  }
  for (const network of ['base', 'other'])
    expect([
      await small(network),
      await small(network, dates[0]!.since),
      await small(network, dates[1]!.since),
      await small(network, dates[2]!.since),
    ]).toEqual([
      [network, '0.0115', 3, '0.0115', '0.0115'],
      [network, '0.0094', 3, '0.0094', '0.0094'],
      [network, '0.01108', 3, '0.01108', '0.01108'],
      [network, '0.0136', 3, '0.0136', '0.0136'],
    ])
})

it('a page that only another network has is empty for the first one', async () => {
  const files = overlaid(readCatalog('test/golden/_base/catalog'), [
    ...readCatalog('test/golden/dated/catalog'),
    second,
    {
      path: 'catalog/tools/pages.routes.yaml',
      text:
        '- route: GET /docs\n  summary: Shows all endpoints\n  flow: free\n  networks: [other]\n' +
        '  document: docs.html\n',
    },
  ])
  const { value, problems } = compile(files)
  expect(problems).toEqual([])
  const generated = await generate(value!)
  const read = documentReader({ networks: NETWORKS, dates: [] }, 'other', {
    read: async name => generated.get(name)!.text,
  })
  expect(generated.get('docs.html')!.text).toBe('')
  expect(await read('docs.html')).toMatch(/^<!doctype html>[^]*<\/html>\n$/i)
})

it('a route that will be retired is deprecated until its day, and then in no document', async () => {
  const files = overlaid(readCatalog('test/golden/_base/catalog'), [
    ...readCatalog('test/golden/dated-price/catalog'),
    second,
  ])
  const generated = await generate(compile(files).value!)
  const since = Date.parse('2027-02-01')
  const folder = 'dated/2027-02-01'
  const own = [...generated.keys()].filter(path => path.startsWith(`${folder}/`))
  const dates = [{ since, folder, files: own.map(path => path.slice(folder.length + 1)) }]
  for (const network of ['base', 'other']) {
    const read = documentReader({ networks: NETWORKS, dates }, network, {
      read: async name => generated.get(name)!.text,
    })
    const look = JSON.parse(await read('openapi.json')).paths['/api/v1/look'].get
    expect(look).toMatchObject({
      deprecated: true,
      'x-retired': { since: '2027-02-01', use: 'GET /api/v1/see' },
    })
    expect(await read('llms.txt')).toContain('retired from 2027-02-01 on; use `GET /api/v1/see`')
    for (const name of ['openapi.json', 'x402.json', 'pricing.json', 'llms.txt'])
      expect(await read(name, since)).not.toContain('/api/v1/look')
    const { endpoints } = JSON.parse(await read('pricing.json', since))
    expect(endpoints.find((one: any) => one.path === '/api/v1/see').usd).toBe('0.008')
  }
})

it('dates of a row stand where the row is sold, and nowhere else', async () => {
  const table = `columns:
  rate: usd!
  more: usd
  most: integer = 10
rows:
  small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }
  large: { rate: 0.05, more: 0.1, most: 5 }
`
  const route = `- route: POST /api/v1/more
  summary: Makes more
  flow: inline
  models: things.models
  body: { model: string! }
  gates:
    - { rule: body.model in models, error: 400 Unknown model }
    - { rule: has(model.more), error: 400 It makes no more }
  price: model.more + fee
  upstream: { call: looker.look }
  reply: { made: =result.made }
  examples: [{ model: large, usd: 0.101 }]
`
  const [looker] = readCatalog('test/golden/dated-price/catalog').filter(({ path }) =>
    path.endsWith('looker.yaml'),
  )
  const files = overlaid(readCatalog('test/golden/_base/catalog'), [
    looker!,
    { path: 'catalog/tools/things.models.yaml', text: table },
    { path: 'catalog/tools/more.routes.yaml', text: route },
  ])
  const { value, problems } = compile(files)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const generated = await generate(value!)
  const { endpoints } = JSON.parse(generated.get('pricing.json')!.text)
  expect(endpoints.map((one: any) => [one.id, one.dates?.length])).toEqual([
    ['post_more', undefined],
    ['post_things', 1],
  ])
  expect(generated.get('docs/tools/more.md')!.text).not.toContain('retired')
  expect(generated.get('docs/tools/things.md')!.text).toContain('retired; use `large` instead')
})
