/** Checks that a network has the keys of its kind: chain, token, scheme and the kind's own keys. */
import { kindOf } from '../../runtime/payments/kinds.ts'
import type { AssetSpec } from '../../runtime/contract.ts'
import type { NetworkIR } from '../ir.ts'
import { fault, type Check } from './check.ts'

/** Refuses networks whose keys do not fit their kind. */
export const networkKind: Check = {
  code: 'network-kind',
  run: catalog =>
    catalog.networks.flatMap(network =>
      faultsOf(network).map(message => fault('network-kind', network.place, message)),
    ),
}

function faultsOf(network: NetworkIR): string[] {
  const kind = kindOf(network.kind)
  const about = (what: string) => `${what} of the network "${network.name}"`
  const chains = [network, ...(network.also ?? [])]
  return [
    ...(kind.schemes.includes(network.scheme)
      ? []
      : [`${about('the scheme')} must be one of ${kind.schemes.join(', ')}`]),
    ...(network.on_request ?? [])
      .filter((scheme, i, all) => all.indexOf(scheme) !== i || scheme === network.scheme)
      .map(
        scheme =>
          `${about('`on_request`')} names the scheme ${scheme} twice: it is already offered`,
      ),
    ...(network.on_request ?? [])
      .filter(scheme => !kind.schemes.includes(scheme))
      .map(
        scheme =>
          `${about(`the scheme ${scheme} on request`)} must be one of ${kind.schemes.join(', ')}`,
      ),
    ...chains
      .filter(({ chain }) => !kind.chain.pattern.test(chain))
      .map(({ chain }) => `${about(`the chain ${chain}`)} must be ${kind.chain.wants}`),
    ...chains
      .filter(({ asset }) => !kind.asset.pattern.test(asset.address))
      .map(({ asset }) => `${about(`the token ${asset.address}`)} must be ${kind.asset.wants}`),
    ...chains.flatMap(({ asset }) => missing(network, asset)),
  ]
}

/** The keys that the kind needs and the network does not have. */
function missing(network: NetworkIR, asset: AssetSpec): string[] {
  const has = (key: string): boolean =>
    key === 'contract' ? network.contract !== undefined : Object.hasOwn(asset, key)
  return kindOf(network.kind)
    .needs.filter(key => !has(key))
    .map(key => {
      const where = key === 'contract' ? key : `asset.${key}`
      return `the network "${network.name}" needs \`${where}\`, because its kind is ${network.kind}`
    })
}
