/** Emits `client/`: a typed client of the gateway, as a package of JavaScript with declarations. */
import type { CatalogIR } from '../../ir.ts'
import { literal, type Js } from '../../js/tree.ts'
import { print } from '../../js/print.ts'
import { rows } from '../code/comments.ts'
import { pascal } from '../code/names.ts'
import { amountDecimals, type Facts, networksOf } from '../facts.ts'
import { code, json, type OutFile, sorted } from '../out-file.ts'
import { clientInterface, namesIn, typeFiles } from './declarations.ts'
import { type ApiDocument, type Method, methodsOf } from './methods.ts'
import { readmeOf } from './readme.ts'
import { packageName } from './sample.ts'
import { comment } from './schema-types.ts'
import { transportFiles } from './transport.ts'
import type { Asset } from './transport/types.ts'

/** The folder of the package, below the generated folder. */
const FOLDER = 'client'
/** The supported versions of the protocol's package. */
const CORE = '^2.27.0'

/**
 * The files of the package. It is made from the API document of the default network, which is among
 * `files`, so its types match the document.
 */
export function clientFiles(ir: CatalogIR, { hash }: Facts, files: readonly OutFile[]): OutFile[] {
  const network = networksOf(ir)[0]
  const document = files.find(({ path }) => path === 'openapi.json')
  if (network === undefined || document === undefined) return []
  const api = JSON.parse(document.text) as ApiDocument & { info: { version: string } }
  const methods = methodsOf(ir, network, api)
  const from = ir.sources.map(({ path }) => path)
  const file = (path: string, text: string) => code(`${FOLDER}/${path}`, from, text)
  const types = typeFiles(methods, api.components.schemas)
  const about = { ir, methods, name: packageName(ir) }
  const own = [
    file('index.js', INDEX),
    file('index.d.ts', indexTypes(about)),
    file('operations.js', operationsText(ir, methods)),
    file('operations.d.ts', OPERATIONS_TYPES),
    ...[...types].map(([group, text]) => file(`types/${group}.d.ts`, text)),
    file('types/index.d.ts', typesIndex([...types.keys()])),
    ...[...transportFiles()].map(([path, text]) => file(path, text)),
  ]
  const names = sorted(own.map(({ path }) => path.slice(FOLDER.length + 1)))
  const manifest = { ...manifestOf(about, api.info.version), files: names, catalog: hash }
  return [
    json(`${FOLDER}/package.json`, from, manifest),
    readmeOf(`${FOLDER}/README.md`, from, about),
    ...own,
  ]
}

/** The data for the texts of the package. */
export interface About {
  ir: CatalogIR
  methods: readonly Method[]
  /** The name of the package. */
  name: string
}

function manifestOf({ ir, name }: About, version: string): object {
  return {
    name,
    version,
    description: `Typed client of ${ir.gateway.name}. ${ir.gateway.summary}`,
    license: 'Apache-2.0',
    keywords: ['x402', 'payments', 'agents', 'api'],
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    engines: { node: '>=20' },
    peerDependencies: { '@x402/core': CORE },
  }
}

const INDEX = `import { makeClient } from './transport/client.js'
import { assets, operations } from './operations.js'

export * from './transport/errors.js'
export { operations } from './operations.js'

export function createClient(settings) {
  return makeClient(settings, { operations, assets })
}
`

const OPERATIONS_TYPES = `import type { Asset, Operation } from './transport/types.js'

/** The assets in which the networks of the gateway are paid. */
export declare const assets: readonly Asset[]
/** Every operation, from which the methods are made. */
export declare const operations: readonly Operation[]
`

/** The client's own types in its interface. */
const OWN = [
  'Forwarded',
  'FreeMethod',
  'JobMethod',
  'MaybePaid',
  'Open',
  'Paid',
  'PaidMethod',
  'StreamMethod',
]

function indexTypes({ ir, methods }: About): string {
  const name = pascal(ir.gateway.name)
  const body = clientInterface(name, methods)
  const own = OWN.filter(one => new RegExp(`\\b${one}\\b`).test(body))
  return [
    `import type {`,
    ...rows(
      namesIn(methods).map(one => `${one},`),
      '  ',
    ),
    `} from './types/index.js'`,
    `import type { ${own.join(', ')}, Settings } from './transport/types.js'`,
    '',
    `export type * as types from './types/index.js'`,
    `export type * from './transport/types.js'`,
    `export * from './transport/errors.js'`,
    `export { operations } from './operations.js'`,
    '',
    `${comment(`Every operation of ${ir.gateway.name}. ${ir.gateway.summary}`, '')}${body}`,
    '',
    '/** Makes a client. It sends nothing until a method is called. */',
    `export declare function createClient(settings: Settings): ${name}`,
  ].join('\n')
}

const typesIndex = (groups: readonly string[]): string =>
  groups.map(group => `export type * from './${group}.js'`).join('\n')

function operationsText(ir: CatalogIR, methods: readonly Method[]): string {
  const list = (name: string, items: readonly object[]): string =>
    `export const ${name} = [\n${items.map(one => `  ${line(literal(one))},\n`).join('')}]`
  const operations = methods.map(({ operation }) => operation)
  return `${list('assets', assetsOf(ir))}\n\n${list('operations', operations)}`
}

const line = (js: Js): string => print(js, { indent: 1, column: 2, tail: 1 })

/** The assets of all networks, each once. */
function assetsOf(ir: CatalogIR): Asset[] {
  const all = networksOf(ir).flatMap(({ kind, chain, asset, also = [] }) =>
    [{ chain, asset }, ...also].map(one => ({
      network: one.chain,
      asset: one.asset.address,
      symbol: one.asset.symbol,
      decimals: amountDecimals(kind, one.asset),
    })),
  )
  return [...new Map(all.map(one => [`${one.network} ${one.asset}`, one])).values()]
}
