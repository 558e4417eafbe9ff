/**
 * A small catalog as the front end would give it, by hand: one table, a job, a passthrough, a free
 * view with a hook.
 */
import type { CatalogIR } from '../../generator/ir.ts'
import type { Place } from '../../generator/types.ts'
import {
  ROUTES,
  TEXT,
  place,
  here,
  code,
  block,
  STRING,
  rates,
  rowType,
  envelope,
  make,
  read,
  list,
} from './fixture-routes.ts'

export { code } from './fixture-routes.ts'

/** The catalog; a fresh copy on each call, so that tests may change theirs. */
export function fixture(): CatalogIR {
  const sources = [
    ROUTES,
    'catalog/media/pictures.models.yaml',
    'catalog/gateway.yaml',
    'catalog/hooks.yaml',
    'catalog/limits.yaml',
    'catalog/errors/native.yaml',
    'catalog/networks/nets.yaml',
    'catalog/upstreams/maker.yaml',
  ]
  const asset = {
    symbol: 'USDC',
    address: '0x0000000000000000000000000000000000000001',
    decimals: 6,
    name: 'USD Coin',
    version: '2',
  }
  const network = {
    kind: 'evm',
    scheme: 'exact',
    asset,
    only: {},
    place: place('catalog/networks/nets.yaml'),
  } as const
  const call = {
    upstream: 'maker',
    place: place('catalog/upstreams/maker.yaml'),
    timeout: 1000,
    retry: 0,
  }
  return structuredCloneWithFunctions({
    sources: sources.map(path => ({ path, text: path === ROUTES ? TEXT : `# ${path}\n` })),
    gateway: {
      name: 'Shop',
      summary: 'A shop.',
      fee: { num: 1n, den: 1000n },
      margin: { num: 105n, den: 100n },
      minimum: { num: 1n, den: 1000n },
      authorization: 300_000,
      slack: 6000,
      networks: ['main', 'test'],
      envelope: 'native',
      bodyLimit: 1024,
      media: '/media',
      metrics: '/metrics',
      numbers: {},
      place: place('catalog/gateway.yaml'),
    },
    networks: [
      { ...network, name: 'main', chain: 'eip155:1', label: 'main' },
      {
        ...network,
        name: 'test',
        chain: 'eip155:2',
        label: 'test-net',
        only: { 'pictures.models': ['maker/two'] },
      },
    ],
    limits: [
      {
        name: 'lists',
        max: 100,
        per: 3_600_000,
        by: 'ip',
        style: 'reset',
        place: place('catalog/limits.yaml'),
      },
    ],
    records: [],
    hooks: [
      {
        name: 'held',
        takes: [STRING],
        gives: { kind: 'decimal', den: 1n, usd: true },
        wait: true,
        doc: 'What a wallet holds',
        place: place('catalog/hooks.yaml'),
      },
    ],
    fetched: [],
    tables: [
      {
        name: 'pictures.models',
        family: 'media/pictures',
        file: 'catalog/media/pictures.models.yaml',
        type: rowType,
        place: place('catalog/media/pictures.models.yaml'),
        columns: [
          { name: 'title', type: STRING, optional: false, doc: 'shown in lists', place: here },
          { name: 'rates', type: rates, optional: false, doc: 'price per size', place: here },
          { name: 'upstream', type: STRING, optional: false, place: here },
        ],
        rows: [
          {
            id: 'maker/one',
            aliases: ['one'],
            cells: { title: 'One', rates: { small: 20n, large: 40n }, upstream: 'maker.make' },
            places: {},
            type: rowType,
            place: here,
          },
          {
            id: 'maker/two',
            aliases: [],
            cells: { title: 'Two', rates: { small: 50n }, upstream: 'maker.make' },
            places: {},
            type: rowType,
            place: here,
          },
        ],
      },
    ],
    upstreams: [
      {
        name: 'maker',
        env: 'MAKER',
        base: 'https://maker.example',
        source: 'maker',
        headers: { 'x-api-key': '{key}' },
        capacity: { concurrency: 4, queue: 8 },
        place: place('catalog/upstreams/maker.yaml'),
      },
    ],
    calls: [
      {
        ...call,
        id: 'maker.make',
        method: 'POST',
        path: block("'/make'", STRING),
        send: block('{ prompt: model.title, n: body.n }'),
        repeat: block('body.n', { kind: 'integer' }),
        fail: [
          {
            lets: [],
            when: code("status === 400 && get(reply, 'code') === 'no'", { kind: 'boolean' }),
            as: 'content_policy',
            details: code("get(reply, 'why')"),
            place: here,
          },
        ],
        give: block("{ assets: get(reply, 'data') }"),
      },
      { ...call, id: 'maker.read', method: 'GET', path: block('route.rest', STRING), fail: [] },
    ],
    envelopes: [envelope()],
    schemas: {},
    routes: [make, read, list],
    at: (p: Place) =>
      `${p.file}:${1 + (p.file === ROUTES ? TEXT.slice(0, p.start).split('\n').length - 1 : 0)}`,
  } as unknown as CatalogIR)
}

function structuredCloneWithFunctions(ir: CatalogIR): CatalogIR {
  const { at, ...data } = ir
  return { ...structuredClone(data), at }
}
