/** What the documents of a network state that differs from the default network. */
import { expect, it } from 'vitest'
import { generate } from '../../generator/generate.ts'
import { patchText } from '../../runtime/replies/documents/patch.ts'
import { edit, file } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** A second network with these keys, on which everything is sold. */
const second = (keys = '') =>
  file(
    'networks/other.yaml',
    `other:
  kind: evm
  scheme: exact
  chain: eip155:10
  label: other
  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: USD Coin, version: "2" }
${keys}`,
  )

/** The `POST /api/v1/things` of the full API description, for the default network and the other. */
async function operationsOf(...edits: Parameters<typeof catalogOf>[0] & object): Promise<any[]> {
  const files = await generate(catalogOf(edits))
  const { text } = files.get('openapi.full.json')!
  const patch = files.get('networks/other/openapi.full.patch.json')!.text
  return [text, patchText('openapi.json', text, patch)].map(
    one => JSON.parse(one).paths['/api/v1/things'].post,
  )
}

it('a price that reads the network is that of the network', async () => {
  const operations = await operationsOf(
    second(),
    edit('routes', 'model.rate *', 'model.rate * choose(network.name == "other", 2, 1) *'),
  )
  expect(operations.map(one => one.description)).toEqual([
    expect.stringContaining('|small|0.0115|'),
    expect.stringContaining('|small|0.022|'),
  ])
})

it('rows that a network does not sell have no price there', async () => {
  const operations = await operationsOf(second('  only:\n    things.models: [small]\n'))
  expect(operations.map(one => one.description)).toEqual([
    expect.stringContaining('0.0535'),
    expect.not.stringContaining('0.0535'),
  ])
})
