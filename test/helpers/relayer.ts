/** Relayers of a gateway's own: two gateways with one relayer would use each other's nonces. */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Chain } from '../../scripts/devnet/chain.ts'

/** Plenty of gas money, wei. */
const GAS = 10n ** 20n

/** The private key of a new relayer that has gas money. */
export async function newRelayer(chain: Pick<Chain, 'fundGas'>): Promise<string> {
  const key = generatePrivateKey()
  await chain.fundGas(privateKeyToAddress(key), GAS)
  return key
}
