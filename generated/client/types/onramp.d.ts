// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { EvmAddress } from './shared.js'

export interface OnrampTokenRequest {
  /** the wallet that receives the USDC */
  address: EvmAddress
}
