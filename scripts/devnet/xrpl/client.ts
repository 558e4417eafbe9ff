/**
 * Signs payments on the XRP Ledger as the reference client of x402 does, which is not published as
 * a package. It fits into the clients of `@x402/core`.
 */
import { Client, Wallet, type Payment } from 'xrpl'

/** The part of an offer that a payment needs. */
export interface XrplOffer {
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra: Readonly<Record<string, unknown>>
}

/** A scheme of a client: `new x402Client().register('xrpl:*', scheme)`. */
export interface XrplClientScheme {
  scheme: string
  createPaymentPayload(
    x402Version: number,
    offer: XrplOffer,
  ): Promise<{ x402Version: number; payload: { signedTxBlob: string } }>
}

/** The transaction that pays an offer, before the node fills in sequence and fee. */
function transactionFor({ address }: Wallet, offer: XrplOffer, ledger: number): Payment {
  const { asset: currency, amount: value, extra, payTo, maxTimeoutSeconds } = offer
  const amount = { currency, issuer: String(extra.issuer), value }
  return {
    TransactionType: 'Payment',
    Account: address,
    Destination: payTo,
    Amount: amount,
    SendMax: amount,
    LastLedgerSequence: ledger + Math.ceil(maxTimeoutSeconds / 5) + 2,
  }
}

/**
 * Creates the scheme of a wallet. `url` is a node, ws:// or wss://; `seed` is the wallet's secret.
 */
export function createXrplClientScheme(url: string, seed: string): XrplClientScheme {
  const wallet = Wallet.fromSeed(seed)
  return {
    scheme: 'exact',
    async createPaymentPayload(x402Version, offer) {
      const client = new Client(url)
      await client.connect()
      try {
        const ledger = await client.getLedgerIndex()
        const tx = await client.autofill(transactionFor(wallet, offer, ledger))
        return { x402Version, payload: { signedTxBlob: wallet.sign(tx).tx_blob } }
      } finally {
        await client.disconnect()
      }
    },
  }
}
