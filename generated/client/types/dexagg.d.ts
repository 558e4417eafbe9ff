// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface DexaggPriceReply {
  blockNumber?: string
  buyAmount?: string
  buyToken?: string
  fees?: Fees
  issues?: Issues
  liquidityAvailable: boolean
  minBuyAmount?: string
  route?: Route
  sellAmount?: string
  sellToken?: string
  gas?: string
  gasPrice?: string
  totalNetworkFee?: string
  zid: string
}

export interface DexaggGaslessPriceReply {
  blockNumber?: string
  buyAmount?: string
  buyToken?: string
  fees?: FeesOfDexaggGaslessPriceReply
  issues?: Issues
  liquidityAvailable: boolean
  minBuyAmount?: string
  route?: Route
  sellAmount?: string
  sellToken?: string
  target?: string
  zid: string
}

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

export interface DexaggGaslessChainsReply {
  chains: {
    chainName: string
    chainId: number
  }[]
  zid: string
}

export interface Fees {
  integratorFee: IntegratorFee
  zeroExFee: unknown
  gasFee: unknown
}

export interface IntegratorFee {
  amount: string
  token: string
  type: string
}

export interface Issues {
  allowance: {
    actual: string
    spender: string
  }
  balance: unknown
  simulationIncomplete: boolean
  invalidSourcesPassed: unknown[]
}

export interface Route {
  fills: {
    from: string
    to: string
    source: string
    proportionBps: string
  }[]
  tokens: {
    address: string
    symbol: string
  }[]
}

export interface Permit2 {
  type: string
  hash: string
  eip712: {
    types: Record<string, TypesItem[]>
    domain: Domain
    primaryType: string
    message: {
      permitted: {
        token: string
        amount: string
      }
      spender: string
      nonce: string
      deadline: string
    }
  }
}

export interface TypesItem {
  name: string
  type: string
}

export interface Domain {
  name: string
  chainId: number
  verifyingContract: string
}

export interface FeesOfDexaggGaslessPriceReply {
  integratorFee: IntegratorFee
  zeroExFee: unknown
  gasFee: IntegratorFee
}
