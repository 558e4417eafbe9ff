/** Prices of swaps between a few tokens. */
import { isSame, Refused, ZID, type Asked } from './params.ts'

/** A token: `milli` is what a whole one is worth, in thousandths of a dollar. */
interface Token {
  address: string
  symbol: string
  decimals: number
  milli: bigint
  permits: boolean
}

const TOKENS: readonly Token[] = [
  {
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    symbol: 'USDC',
    decimals: 6,
    milli: 1000n,
    permits: true,
  },
  {
    address: '0x4200000000000000000000000000000000000006',
    symbol: 'WETH',
    decimals: 18,
    milli: 2_500_000n,
    permits: false,
  },
]

/** Tokens whose approval needs no gas. */
export const PERMIT_TOKENS = TOKENS.filter(({ permits }) => permits).map(({ address }) => address)

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Dollars below which a swap without gas does not pay, in thousandths. */
const LEAST_MILLI = 10n

const tokenOf = (address: string): Token | undefined =>
  TOKENS.find(token => isSame(token.address, address))

/** The price of a swap without gas, or with it; undefined if there is no liquidity. */
export function priceOf(asked: Asked, isGasless: boolean): object | undefined {
  const [sell, buy] = [tokenOf(asked.sellToken), tokenOf(asked.buyToken)]
  if (sell === undefined || buy === undefined || sell === buy) return undefined
  const { sellAmount, fee } = asked
  const unit = 10n ** BigInt(sell.decimals)
  if (isGasless && (sellAmount * sell.milli) / unit < LEAST_MILLI)
    throw new Refused(400, 'SELL_AMOUNT_TOO_SMALL')
  const taken = fee === undefined ? 0n : (sellAmount * fee.bps) / 10_000n
  const bought =
    ((sellAmount - taken) * sell.milli * 10n ** BigInt(buy.decimals)) / (unit * buy.milli)
  const route = {
    fills: [{ from: sell.address, to: buy.address, source: 'LocalSwap', proportionBps: '10000' }],
    tokens: [sell, buy].map(({ address, symbol }) => ({ address, symbol })),
  }
  return {
    blockNumber: '20114676',
    buyAmount: String(bought),
    buyToken: asked.buyToken,
    fees: {
      integratorFee:
        fee === undefined ? null : { amount: String(taken), token: fee.token, type: 'volume' },
      zeroExFee: null,
      gasFee: isGasless ? { amount: '100', token: asked.sellToken, type: 'gas' } : null,
    },
    issues: {
      allowance: { actual: '0', spender: PERMIT2 },
      balance: null,
      simulationIncomplete: false,
      invalidSourcesPassed: [],
    },
    liquidityAvailable: true,
    minBuyAmount: String((bought * 99n) / 100n),
    route,
    sellAmount: String(sellAmount),
    sellToken: asked.sellToken,
    ...(isGasless
      ? { target: SETTLER }
      : { gas: '288095', gasPrice: '7062490000', totalNetworkFee: '2034668056550000' }),
    zid: ZID,
  }
}

/** The contract that settles swaps. */
export const SETTLER = '0x70bf6634ee8cb27d04478f184b9b8bb13e5f4710'
/** The contract that moves tokens by signature. */
export const PERMIT_CONTRACT = PERMIT2
