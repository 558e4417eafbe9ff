// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface SwapSigned {
  eip712: Record<string, unknown>
  signature: unknown
}

export interface DexaggGaslessSubmitRequest {
  /** as in the quote */
  chainId: number | string
  /** `trade` of the quote, signed */
  trade: SwapSigned
  /** `approval` of the quote, signed, if the quote has one */
  approval?: SwapSigned
}
