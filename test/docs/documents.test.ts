/**
 * The generated documents of any catalog: valid, complete, and true to the price functions. Names
 * no model, price or count.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { validate } from 'mppx/discovery'
import { beforeAll, describe, expect, it } from 'vitest'
import { bazaarOf } from '../../generator/emit/bazaar.ts'
import { isPaid } from '../../generator/emit/facts.ts'
import { kindOf } from '../../runtime/payments/kinds.ts'
import { quote } from '../../generator/examples/quote.ts'
import { runExamples } from '../../generator/examples/run.ts'
import { createEnvironment } from '../../generator/examples/environment.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../generator/ir.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { servesPageFile } from '../helpers/page-files.ts'
import { documentOf, realCatalog, root, served, testedNetworks } from './catalog.ts'
import { open, operations, operationsOf } from './operations.ts'
import { lint } from './redocly.ts'

let ir: CatalogIR
let files: Map<string, { text: string }>
let json: (path: string) => any
beforeAll(async () => {
  ;({ ir, files, json } = await realCatalog())
})

/** Each network with the path of one of its documents. */
const each = (name: string) =>
  testedNetworks(ir).map(network => ({ network, path: documentOf(name, ir, network) }))
/** Routes that a network sells. */
const sold = (network: NetworkIR) =>
  ir.routes.filter(r => isPaid(r) && r.networks.includes(network.name))
const offersOf = (network: NetworkIR) => kindOf(network.kind).offers(network)

it('the examples of the catalog hold', () => {
  expect(runExamples(ir).map(p => `${ir.at(p.place)} ${p.message}`)).toEqual([])
})

describe('openapi.json', () => {
  it('DISC-002 is OpenAPI 3.1 and passes the linter and the payment discovery validator, on every network', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'openapi-'))
    const all = each('openapi.json').map(({ network, path }) => {
      const file = join(dir, `${network.name}.json`)
      writeFileSync(file, served(files.get(path)!.text))
      expect(json(path).openapi).toMatch(/^3\.1/)
      return file
    })
    expect(await lint(all)).toEqual(all.map(() => []))
    // What `mppx discover validate` prints.
    for (const file of all) expect(validate(JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
    rmSync(dir, { recursive: true })
  }, 300_000)

  it('has statuses that every generator of clients can read, and an id for each operation', () => {
    for (const { path } of each('openapi.json')) {
      const all = operations(json(path))
      for (const { operationId, responses } of all)
        expect([
          operationId,
          Object.keys(responses).filter(status => !/^([1-5]\d\d|default)$/.test(status)),
        ]).toEqual([operationId, []])
      expect(new Set(all.map(one => one.operationId)).size).toBe(all.length)
    }
  })

  it('has the status of every refusal, also of those between the steps of a call and of a transfer', () => {
    const operationOf = operationsOf(json('openapi.json'))
    const refusing = ir.routes.filter(
      ({ gone, work, transfer }) =>
        gone === undefined && (transfer ?? work?.some(step => 'refuse' in step)),
    )
    expect(refusing.length).toBeGreaterThan(2)
    for (const route of refusing) {
      const { id, work = [], transfer } = route
      const steps = work.flatMap(step => ('refuse' in step ? [step.refuse.status] : []))
      const ends = transfer && [transfer.invalid, transfer.used, transfer.failed]
      const statuses = [...steps, ...(ends ?? []).map(({ status }) => status)].map(String)
      expect(Object.keys(operationOf(route).responses), id).toEqual(
        expect.arrayContaining(statuses),
      )
    }
  })

  it('DISC-003 describes every route of the network under its own path', () => {
    for (const { network, path } of each('openapi.json')) {
      const document = json(path)
      for (const route of ir.routes.filter(
        r => r.gone === undefined && r.networks.includes(network.name) && !servesPageFile(r),
      )) {
        const operation = document.paths[open(route.path)]?.[route.method.toLowerCase()]
        expect([route.id, operation?.summary]).toEqual([route.id, route.summary])
        if (route.operation !== undefined) expect(operation.operationId).toBe(route.operation)
      }
      for (const { path, method } of ir.routes.filter(r => r.gone !== undefined))
        if (!ir.routes.some(one => one.gone === undefined && one.path === path))
          expect(document.paths[open(path)]?.[method.toLowerCase()], path).toBeUndefined()
    }
  })

  it('every paid operation has a 402 and says its price in both dialects', () => {
    for (const { network, path } of each('openapi.json')) {
      const document = json(path)
      expect(document['x-service-info'].offers).toEqual(
        offersOf(network).map(offer => ({
          method: 'x402',
          intent: 'charge',
          network: offer.network,
          currency: offer.asset,
          scheme: offer.scheme,
        })),
      )
      const operationOf = operationsOf(document)
      for (const route of sold(network)) {
        const operation = operationOf(route)
        expect(Object.keys(operation.responses['402'].headers)).toContain('PAYMENT-REQUIRED')
        expect(operation.security ?? document.security).toContainEqual({ payment: [] })
        const info = operation['x-payment-info']
        expect(info).toMatchObject({
          protocols: ['x402'],
          pricingMode: expect.stringMatching(/^(fixed|range|quote)$/),
        })
        // The dialect has whole units only; a ledger that counts in tokens has none.
        if (info.pricingMode === 'fixed') {
          const units = kindOf(network.kind).amount(BigInt(Math.round(Number(info.price) * 1e6)))
          expect(info.amount).toBe(units.includes('.') ? undefined : units)
        }
        if (info.pricingMode === 'range')
          expect(Number(info.minPrice)).toBeLessThan(Number(info.maxPrice))
      }
    }
  })

  it('free operations ask for no payment and have neither price nor 402', () => {
    const operationOf = operationsOf(json('openapi.json'))
    for (const route of ir.routes.filter(
      r =>
        r.price === undefined &&
        r.gone === undefined &&
        r.serves !== 'purchases' &&
        !servesPageFile(r),
    )) {
      const operation = operationOf(route)
      expect(operation, route.id).toMatchObject({ security: [] })
      expect(operation['x-payment-info']).toBeUndefined()
      expect(operation.responses['402']).toBeUndefined()
    }
  })

  it('jobs have a poll operation with 200, 202, 402, 403 and 404', () => {
    for (const route of ir.routes.filter(r => r.job !== undefined)) {
      const poll = json('openapi.json').paths[route.job!.poll].get
      expect(Object.keys(poll.responses)).toEqual(
        expect.arrayContaining(['200', '202', '402', '403', '404']),
      )
    }
  })

  it('request examples satisfy their schemas', () => {
    for (const operation of operations(json('openapi.json'))) {
      const content = operation.requestBody?.content['application/json']
      if (content?.example === undefined) continue
      const check = new Ajv2020({ strict: false }).compile(content.schema)
      expect(check(content.example), JSON.stringify(check.errors)).toBe(true)
    }
  })

  it('examples of parameters satisfy their schemas, also those of queries', () => {
    const all = operations(json('openapi.json')).flatMap(one => one.parameters ?? [])
    const given = all.filter(one => one.example !== undefined)
    expect(given.some(one => one.in === 'query' && one.schema.type === 'integer')).toBe(true)
    for (const { name, schema, example } of given) {
      const check = new Ajv2020({ strict: false }).compile(schema)
      expect([name, check(example), check.errors]).toEqual([name, true, null])
    }
  })
})

describe('x402.json', () => {
  it('DISC-001 lists in v1 form exactly the paid routes of the network, with v2 metadata for each', () => {
    for (const { network, path } of each('x402.json')) {
      const document = json(path)
      const urls = [...new Set(sold(network).map(r => `{origin}${r.path}`))]
      expect(document).toMatchObject({ version: 1, x402Version: 2, network: network.chain })
      expect(document.resources).toEqual(urls)
      expect(document.items.map((i: any) => `${i.method} ${i.resource.url}`)).toEqual(
        sold(network).map(r => `${r.method} {origin}${r.path}`),
      )
      // A price of zero only identifies the wallet.
      const identifying = new Set(
        sold(network)
          .filter(r => r.price!.identify)
          .map(r => `${r.method} {origin}${r.path}`),
      )
      for (const item of document.items) {
        expect(item.accepts).toEqual(
          offersOf(network).map(offer => expect.objectContaining({ ...offer, payTo: '{payTo}' })),
        )
        const isZero = identifying.has(`${item.method} ${item.resource.url}`)
        expect(Number(item.accepts[0].amount) > 0).toBe(!isZero)
        expect(item.input).toMatchObject({ type: 'http', method: item.method })
      }
    }
  })

  it('has no nulls, and absolute addresses once served', () => {
    for (const { path } of each('x402.json')) {
      const text = served(files.get(path)!.text)
      expect(text).not.toContain('null')
      for (const url of JSON.parse(text).resources) expect(() => new URL(url)).not.toThrow()
      expect(text).not.toMatch(/\{origin\}|\{payTo\}/)
    }
  })
})

describe('what crawlers, agents and MCP clients read', () => {
  const text = { type: 'string', minLength: 1 }
  const url = { type: 'string', pattern: '^https://gateway\\.test(/|$)' }
  const listOf = (items: object, minItems = 1) => ({ type: 'array', minItems, items })
  const members = (properties: Record<string, object>) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  })
  const fits = (schema: object, path: string) => {
    const check = new Ajv2020({ strict: false }).compile(schema)
    const document = JSON.parse(served(files.get(path)!.text))
    check(document)
    expect([path, check.errors]).toEqual([path, null])
    return document
  }

  it('x402.json says of each item whose it is and its tags, and of most what they answer', () => {
    const resource = members({ url, description: text, serviceName: text, tags: listOf(text) })
    const items = listOf(members({ resource, output: members({ type: { const: 'json' } }) }))
    for (const { path } of each('x402.json')) {
      const document = fits(members({ lastUpdated: text, items }), path)
      const shown = document.items.filter((item: any) => item.output.example !== undefined)
      expect(shown.length).toBeGreaterThan(document.items.length / 2)
    }
  })

  it('agent-card.json has each family that is sold as a skill', () => {
    const skill = members({
      id: { type: 'string', pattern: '^[a-z0-9-]+$' },
      name: text,
      description: text,
      tags: listOf(text),
      examples: listOf({ type: 'string', pattern: '^(GET|POST) https://gateway\\.test/' }, 0),
    })
    const extension = members({ uri: text, params: members({ network: text, resources: url }) })
    const schema = members({
      name: text,
      description: text,
      url,
      version: text,
      supportedInterfaces: listOf(members({ url, protocolBinding: text })),
      capabilities: members({ extensions: listOf(extension) }),
      defaultInputModes: listOf(text),
      defaultOutputModes: listOf(text),
      skills: listOf(skill),
    })
    for (const { network, path } of each('agent-card.json')) {
      const { skills } = fits(schema, path)
      const families = new Set(sold(network).map(({ family }) => family))
      const ids = skills.map((one: any) => one.id)
      expect(ids).toEqual(
        expect.arrayContaining([...families].map(name => name.replaceAll(/\W/g, '-'))),
      )
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('mcp.json has the addresses of the protocol, within the bounds of the registry', () => {
    const remote = members({ type: { const: 'streamable-http' }, url })
    const schema = members({
      name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 },
      description: { ...text, maxLength: 100 },
      version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
      remotes: listOf(remote),
    })
    for (const { network, path } of each('mcp.json')) {
      const { remotes } = fits(schema, path)
      const paths = ir.routes
        .filter(r => r.serves?.startsWith('mcp') && r.networks.includes(network.name))
        .map(r => `https://gateway.test${r.path}`)
      expect(remotes.map((one: any) => one.url)).toEqual(paths)
    }
  })
})

describe('discovery metadata of challenges', () => {
  it('every priced route has info and schema that agree, without nulls', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const route of ir.routes.filter(r => r.price !== undefined)) {
      const bazaar = bazaarOf(route) as any
      expect(JSON.stringify(bazaar).replaceAll('"type":"null"', ''), route.id).not.toMatch(
        /[:,[]null/,
      )
      expect(ajv.compile(bazaar.schema)(bazaar.info), route.id).toBe(true)
      expect(validateDiscoveryExtension(bazaar).valid, route.id).toBe(true)
      expect(bazaar.info.input).toMatchObject({
        type: 'http',
        method: route.method,
        ...(route.method === 'POST' ? { bodyType: 'json' } : {}),
      })
    }
  })
})

describe('prices', () => {
  /**
   * The quote for a line of the price list: the first passing example, with the line's model and
   * choices.
   */
  function quoted(
    route: RouteIR,
    network: NetworkIR,
    line: Record<string, unknown>,
  ): bigint | undefined {
    const base = route.examples.find(e => !('refused' in e.expect)) ?? {}
    const { model, usd, micro, request, ...inputs } = line
    const given =
      request !== undefined
        ? {
            ...(request as object),
            hooks: {
              ...Object.assign({}, ...route.examples.map(e => e.hooks)),
              ...(request as any).given,
            },
          }
        : {
            ...base,
            body:
              route.body === undefined
                ? undefined
                : Array.isArray((base as any).body)
                  ? (base as any).body
                  : { ...(base as any).body, ...(model === undefined ? {} : { model }), ...inputs },
          }
    const got = quote(route, createEnvironment(ir, network), given)
    return got.kind === 'priced' ? got.micro : undefined
  }

  it('each line of pricing.json is the quote of that model and choice', () => {
    for (const { network, path } of each('pricing.json')) {
      const document = json(path)
      expect(document.endpoints.map((e: any) => e.id)).toEqual(sold(network).map(r => r.id))
      for (const endpoint of document.endpoints) {
        const route = ir.routes.find(r => r.id === endpoint.id)!
        for (const line of endpoint.prices)
          expect(
            quoted(route, network, line)?.toString(),
            `${endpoint.id} ${JSON.stringify(line)}`,
          ).toBe(line.micro)
        expect(endpoint.prices.length, endpoint.id).toBeGreaterThan(0)
      }
    }
  })

  it('the same amounts stand in pricing.md', () => {
    for (const endpoint of json('pricing.json').endpoints) {
      for (const line of endpoint.prices)
        if (endpoint.prices.length > 1)
          expect(files.get('pricing.md')!.text).toContain(
            `| ${line.free ? 'free' : line.usd} | ${line.micro} |`,
          )
    }
  })
})

it('pages and llms.txt name every endpoint of the default network', () => {
  const pages = [...files]
    .filter(([path]) => path.startsWith('docs/'))
    .map(([, f]) => f.text)
    .join('\n')
  for (const route of ir.routes.filter(
    r => r.gone === undefined && r.networks.includes(ir.gateway.networks[0]!) && !servesPageFile(r),
  )) {
    expect(pages).toContain(`## ${route.method} ${route.path}\n`)
    expect(files.get('llms.txt')!.text).toContain(`\`${route.method} ${route.path}\``)
    expect(files.get('llms-full.txt')!.text).toContain(`\n## ${route.method} ${route.path}\n`)
    for (const { path } of route.aliases) expect(files.get('llms.txt')!.text).toContain(path)
  }
})

it('each catalog file is an input of the manifest', () => {
  const inputs = Object.keys(json('manifest.json').inputs)
  expect(inputs).toEqual(ir.sources.map(s => s.path).sort())
  expect(readFileSync(resolve(root, inputs[0]!.replace(/^catalog/, CATALOG)), 'utf8')).not.toBe('')
})
