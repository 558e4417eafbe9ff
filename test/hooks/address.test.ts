/** Addresses of wallets on any chain. */
import { expect, it } from 'vitest'
import { isAddress } from '../../runtime/hooks/address.ts'

const EVM = '70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

it.each([
  `0x${EVM}`,
  `0x${EVM.toLowerCase()}`,
  `0x${EVM.toUpperCase()}`,
  SOLANA,
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  '1'.repeat(32), // 32 bytes of zero
])('[FACE-051] %s is an address', text => {
  expect(isAddress(text)).toBe(true)
})

it.each([
  '',
  '0x',
  EVM,
  `0X${EVM}`,
  `0x${EVM.slice(1)}`,
  `0x${EVM}0`,
  `0x${EVM.slice(1)}g`,
  `0x${EVM}\n`,
  '1'.repeat(31),
  '1'.repeat(33),
  'z'.repeat(44), // more than 32 bytes
  SOLANA.slice(0, 31),
  SOLANA.replace('7', '0'),
  SOLANA.replace('7', 'l'),
  `${SOLANA} `,
  'ada.eth',
  '__proto__',
])('[FACE-051] %j is not', text => {
  expect(isAddress(text)).toBe(false)
})
