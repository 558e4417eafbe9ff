/** The example of each key of gateway.yaml and of a network is valid in a whole catalog. */
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { compile } from '../../generator/compile.ts'
import { GATEWAY_KEYS } from '../../generator/language/gateway.ts'
import type { Key, Keys } from '../../generator/language/key.ts'
import { NETWORK_KEYS } from '../../generator/language/networks.ts'
import { edit, edited, file, freeFlow, freeRoute } from '../checks/small-catalog.ts'

/** The small catalog with the names that the examples use: a network, a models file, a constant. */
const FILES = edited([
  freeFlow,
  file(
    'networks/testnet.yaml',
    'testnet: { kind: evm, scheme: exact, chain: eip155:84532, label: testnet, asset: { symbol: ' +
      'USDC, address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", decimals: 6, name: USDC, ' +
      'version: "2" } }\n',
  ),
  file(
    'media/images.models.yaml',
    'columns: { rate: usd! }\nrows: { maker/small: { rate: 0.01 }, maker/large: { rate: 0.05 } }\n',
  ),
  edit('routes', '- route: P', `${freeRoute('images', '  models: images.models\n')}- route: P`),
])

/** Keys that the example of another key needs. */
const BESIDE: Readonly<Record<string, object>> = {
  // Only deposits are accepted on several chains.
  also: { kind: 'batched', contract: '0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE' },
}

type Values = Record<string, unknown>

/** The errors of the catalog with the example of a key in one of its files. */
function errorsWith(path: string, put: (file: Values) => Values): string[] {
  const files = FILES.map(one =>
    one.path === path
      ? { path, text: stringify(put(parse(one.text) as Values), { lineWidth: 0 }) }
      : one,
  )
  return compile(files)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, message, hint }) => `${code}: ${message} (${hint})`)
}

const examplesOf = (keys: Keys): [string, Key][] => Object.entries(keys)

describe('a whole catalog accepts the example of', () => {
  it.each(examplesOf(GATEWAY_KEYS))('%s in gateway.yaml', (_, { example }) => {
    expect(
      errorsWith('catalog/gateway.yaml', gateway => ({ ...gateway, ...parse(example) })),
    ).toEqual([])
  })

  it.each(examplesOf(NETWORK_KEYS))('%s in a network', (name, { example }) => {
    expect(
      errorsWith('catalog/networks/base.yaml', ({ base }) => ({
        base: { ...(base as Values), ...BESIDE[name], ...parse(example) },
      })),
    ).toEqual([])
  })
})
