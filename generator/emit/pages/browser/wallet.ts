/** Signs payments with the wallet of the browser. */
import { encoded, type Challenge, type Offer } from './challenge.ts'

/** The interface of a wallet in browsers (EIP-1193). */
interface Wallet {
  request(asked: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

declare global {
  interface Window {
    ethereum?: Wallet
  }
}

/** Named fields of the EIP-712 types that are signed. */
const field = (name: string, type: string) => ({ name, type })

const TYPES = {
  EIP712Domain: [
    field('name', 'string'),
    field('version', 'string'),
    field('chainId', 'uint256'),
    field('verifyingContract', 'address'),
  ],
  TransferWithAuthorization: [
    field('from', 'address'),
    field('to', 'address'),
    field('value', 'uint256'),
    field('validAfter', 'uint256'),
    field('validBefore', 'uint256'),
    field('nonce', 'bytes32'),
  ],
}

/** A signed payment: the value of its header, and its expiry (Unix seconds). */
export interface Signed {
  header: string
  until: number
}

/** The first wallet that announced itself (EIP-6963). */
let announced: Wallet | undefined
/** Functions that wait for a wallet. */
const waiting: (() => void)[] = []

window.addEventListener('eip6963:announceProvider', event => {
  announced ??= (event as CustomEvent<{ provider?: Wallet } | undefined>).detail?.provider
  if (announced !== undefined) waiting.splice(0).forEach(run => run())
})
window.dispatchEvent(new Event('eip6963:requestProvider'))

const walletOf = (): Wallet | undefined => announced ?? window.ethereum

/** Whether this browser has a wallet. */
export const hasWallet = (): boolean => walletOf() !== undefined

/** Runs something once this browser has a wallet: now, or when one announces itself. */
export function withWallet(run: () => void): void {
  if (hasWallet()) run()
  else waiting.push(run)
}

/** The offer that a browser wallet can sign; undefined if there is none. */
export function signable({ accepts }: Challenge): Offer | undefined {
  return accepts.find(
    ({ scheme, network, extra }) =>
      scheme === 'exact' &&
      network.startsWith('eip155:') &&
      extra?.name !== undefined &&
      (extra.assetTransferMethod ?? 'eip3009') === 'eip3009',
  )
}

/** Asks the wallet for its account and its signature. Rejects if its owner declines. */
export async function sign({ resource }: Challenge, accepted: Offer): Promise<Signed> {
  const wallet = walletOf()!
  const [from] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
  const chain = Number(accepted.network.split(':')[1])
  await useChain(wallet, chain)
  const until = Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds
  const authorization = {
    from: from!,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(until),
    nonce: newNonce(),
  }
  const { name, version, verifyingContract = accepted.asset } = accepted.extra!
  const typed = {
    domain: { name, version, chainId: chain, verifyingContract },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  }
  const signature = await wallet.request({
    method: 'eth_signTypedData_v4',
    params: [from, JSON.stringify(typed)],
  })
  const payload = { signature, authorization }
  return { header: encoded({ x402Version: 2, resource, accepted, payload }), until }
}

/** Switches the wallet to a chain, because wallets sign only for their current one. */
async function useChain(wallet: Wallet, chain: number): Promise<void> {
  const current = Number(await wallet.request({ method: 'eth_chainId' }))
  if (current === chain) return
  const chainId = `0x${chain.toString(16)}`
  await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
