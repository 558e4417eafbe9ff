/** Cancels an authorization on the chain, as its wallet may until it is used (EIP-3009). */
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import type { Chain } from '../../scripts/devnet/chain.ts'

const ABI = parseAbi(['function cancelAuthorization(address,bytes32,bytes)'])

/** Cancels the authorization of a payment header. Resolves when the chain has done it. */
export async function cancelAuthorization(
  { chain, spec }: { chain: Chain; spec: NetworkSpec },
  account: PrivateKeyAccount,
  header: string,
): Promise<void> {
  const payload = JSON.parse(Buffer.from(header, 'base64').toString())
  const nonce: Hex = payload.payload.authorization.nonce
  const { address, name, version } = spec.asset
  const signature = await account.signTypedData({
    domain: { name, version, chainId: chain.chainId, verifyingContract: address as Hex },
    primaryType: 'CancelAuthorization',
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: { authorizer: account.address, nonce },
  })
  const data = encodeFunctionData({ abi: ABI, args: [account.address, nonce, signature] })
  await chain.transact(address, data)
}
