// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Json } from '../runtime/contract.ts'

export type PostRpcNetworkBody = ({
    method: string
    [k: string]: Json | undefined | string
  } | {
    method: string
    [k: string]: Json | undefined | string
  }[])

export type PostPmVenueAWalletIdentitiesBody = {
  /** wallet addresses */
  addresses: string[]
}

export type PostImagesGenerationsBody = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
}

export type GetBalanceQuery = {
  /** the wallet */
  address: string
}
