/**
 * The wallets of the local world: keys of the public test mnemonic, worth nothing anywhere else.
 */
import { privateKeyToAddress } from 'viem/accounts'
import { TEST_KEYS } from '../devnet/chain.ts'

/** Pays the gas of settlements. */
export const RELAYER_KEY = TEST_KEYS[0]
/** The demonstration buyer's. */
export const BUYER_KEY = TEST_KEYS[1]
/** The demonstration buyer's wallet. */
export const BUYER = privateKeyToAddress(BUYER_KEY)
/** Where the money of sales goes. */
export const PAY_TO = privateKeyToAddress(TEST_KEYS[2])
/** Signs poll addresses. `npm run serve` refuses it outside development. */
export const SIGNING_KEY = 'a-signing-key-of-local-worlds-that-everybody-knows'
