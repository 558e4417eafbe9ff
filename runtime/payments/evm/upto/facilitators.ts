/** Tracks which account settles, so that payments can name it. */
import type { SupportedKind } from '../../facilitator/ask.ts'
import type { Facilitators } from './types.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
/** Most accounts that are remembered. */
const MOST = 16

/** Returns the relayer of this process as the only facilitator. */
export const ownFacilitator = (address: string): Facilitators => ({
  current: () => address,
  has: other => other === address,
})

/** The accounts of a remote facilitator. */
export interface RemoteFacilitators extends Facilitators {
  /** Reads the facilitator's entry of /supported. Returns its fault, or undefined. */
  readKind(kind: SupportedKind): string | undefined
}

/**
 * Creates the accounts of a remote facilitator. `ask` is called in the background while none is
 * known.
 */
export function remoteFacilitators(ask: () => Promise<unknown>): RemoteFacilitators {
  const known = new Set<string>()
  let current = ''
  let asking = false
  return {
    current() {
      if (current === '' && !asking) {
        asking = true
        void ask()
          .catch(() => undefined)
          .then(() => {
            asking = false
          })
      }
      return current
    },
    has: address => known.has(address),
    readKind({ extra }) {
      const { facilitatorAddress } = (extra ?? {}) as { facilitatorAddress?: unknown }
      const address = typeof facilitatorAddress === 'string' ? facilitatorAddress.toLowerCase() : ''
      if (!ADDRESS.test(address)) return 'the facilitator does not say which account settles'
      current = address
      known.delete(address)
      known.add(address)
      if (known.size > MOST) known.delete(known.values().next().value as string)
      return undefined
    },
  }
}
