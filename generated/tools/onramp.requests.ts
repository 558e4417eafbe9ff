// Code generated from catalog/tools/onramp.routes.yaml by "npm run generate". DO NOT EDIT.
import type { EvmAddress } from '../shapes.types.ts'

export type PostOnrampTokenBody = {
  /** the wallet that receives the USDC */
  address: EvmAddress
}
