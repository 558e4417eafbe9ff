/**
 * The catalog's hooks (`catalog/hooks.yaml`): I/O and parsing that formulas may call. The generated
 * interface checks these types.
 */
import type { Json } from '../contract.ts'
import { kindOf } from '../payments/kinds.ts'
import type { Signer } from '../seams.ts'
import { isAddress } from './address.ts'
import { createBalance } from './balance.ts'
import { createBegunHere } from './begun.ts'
import { chatOfMessages } from './chat-of-messages.ts'
import { decodesToImage } from './data-uri.ts'
import { createFitImage, type FittedImage } from './fit-image.ts'
import { createHealth, type HealthView } from './health.ts'
import { createIsListed } from './listed.ts'
import type { HookContext } from './parts.ts'
import { isPublicUrl } from './public-url.ts'
import { digest, type Sealer } from './sealed.ts'
import { createTokens, type Tokens } from './tokens/tokens.ts'

/** The hooks of one gateway. */
export interface Hooks extends Tokens, Sealer {
  balanceOf(address: string): Promise<bigint>
  healthOf(view: HealthView): Promise<Json>
  decodesToImage(uri: string): boolean
  fitImage(source: string, sizes: readonly string[]): Promise<FittedImage>
  chatOfMessages(body: unknown): Json
  begunHere(id: string): Promise<boolean>
  isListed(wallet: string, list: string): boolean
  digest(text: string): string
  isAddress(text: string): boolean
  isWallet(text: string): boolean
  isPublicUrl(text: string): boolean
}

/**
 * What the hooks need: the signer decides where long texts are sampled, the sealer makes handles.
 */
export type HookDependencies = HookContext & { signer?: Pick<Signer, 'sign'>; sealer?: Sealer }

/** Makes the hooks of one gateway. */
export function createHooks(parts: HookDependencies): Hooks {
  const { clock, allowHosts, signer = noSigner, sealer = noSealer } = parts
  return {
    balanceOf: createBalance(parts),
    healthOf: createHealth(parts),
    decodesToImage,
    fitImage: createFitImage({ clock, allowHosts }),
    chatOfMessages,
    begunHere: createBegunHere(parts.store),
    isListed: createIsListed(parts.wallets),
    digest,
    isAddress,
    isWallet: text => kindOf(parts.paymentScheme.spec.kind).wallet.pattern.test(text),
    isPublicUrl,
    seal: sealer.seal,
    unseal: sealer.unseal,
    ...createTokens({ signer }),
  }
}

const unsealed = (): never => {
  throw new Error('hooks were made without the keys that handles need')
}
const noSealer: Sealer = { seal: unsealed, unseal: unsealed }

const noSigner: Pick<Signer, 'sign'> = {
  sign() {
    throw new Error('hooks were made without the signer that long texts need')
  },
}

export type { HookContext } from './parts.ts'
