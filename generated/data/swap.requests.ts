// Code generated from catalog/data/swap.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type { SwapSigned } from '../shapes.types.ts'

export type GetDexaggPriceQuery = {
  /** chain, e.g. 8453; required by the upstream, like the next three */
  chainId?: string
  /** address of the token to sell; the fee is taken in it */
  sellToken?: string
  /** address of the token to buy */
  buyToken?: string
  /** in the smallest unit of sellToken */
  sellAmount?: string
  /** address that swaps; needed for quotes */
  taker?: string
  [k: string]: Json | undefined
}

export type PostDexaggGaslessSubmitBody = {
  /** as in the quote */
  chainId: number | string
  /** `trade` of the quote, signed */
  trade: SwapSigned
  /** `approval` of the quote, signed, if the quote has one */
  approval?: SwapSigned
  [k: string]: Json | undefined
}
