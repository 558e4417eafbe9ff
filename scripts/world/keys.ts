/** The wallets of the local world. Their keys belong to the public test mnemonic. */
import { privateKeyToAddress } from 'viem/accounts'
import { TEST_KEYS } from '../devnet/chain.ts'

/** Key of the account that pays the gas of settlements. */
export const RELAYER_KEY = TEST_KEYS[0]
/** Key of the demonstration buyer. */
export const BUYER_KEY = TEST_KEYS[1]
/** Address that receives payments. */
export const PAY_TO = privateKeyToAddress(TEST_KEYS[2])
/** Key that signs poll addresses. `npm run serve` refuses it outside development. */
export const SIGNING_KEY = 'a-signing-key-of-local-worlds-that-everybody-knows'
