/**
 * The kinds of networks that the gateway can be paid on. Each line is a kind, and its folder has
 * everything specific to it. Only the kind that a gateway uses is loaded.
 */
import { batched } from './batched/kind.ts'
import { evm } from './evm/kind.ts'
import type { NetworkKind } from './kind.ts'
import { solana } from './solana/kind.ts'
import { xrpl } from './xrpl/kind.ts'

/** The kinds by name. */
export const KINDS: Readonly<Record<string, NetworkKind>> = { evm, solana, batched, xrpl }

/** Finds a kind. Throws for an unknown name. */
export function kindOf(name: string): NetworkKind {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind === undefined) throw new Error(`there is no kind of network named "${name}"`)
  return kind
}
