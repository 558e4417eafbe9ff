// Code generated from catalog/networks/ by "npm run generate". DO NOT EDIT.
import type { GatewaySpec, LimitSpec, NetworkSpec } from '../runtime/contract.ts'

/** The settings of the whole gateway. */
export const gateway: GatewaySpec = {
  name: 'Shop', summary: 'A small catalog for tests.', media: '/media', metrics: '/metrics',
  slack: 6000, paywall: true, envelope: 'native',
}

/** Gateway addresses by name; the first is the default. */
export const networks: Readonly<Record<string, NetworkSpec>> = {
  base: {
    name: 'base', kind: 'evm', scheme: 'exact', on_request: ['upto'], chain: 'eip155:8453',
    label: 'base',
    asset: {
      symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6,
      name: 'USD Coin', version: '2',
    },
    only: {},
  },
  metered: {
    name: 'metered', kind: 'evm', scheme: 'upto', on_request: ['exact'], chain: 'eip155:8453',
    label: 'metered',
    asset: {
      symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6,
      name: 'USD Coin', version: '2',
    },
    only: {},
  },
  nano: {
    name: 'nano', kind: 'batched', scheme: 'exact', chain: 'eip155:137', label: 'nano',
    asset: { symbol: 'USDC', address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
    contract: '0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE',
    also: [{
      chain: 'eip155:42161', label: 'nano-arbitrum',
      asset: { symbol: 'USDC', address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
    }],
    only: {},
  },
  solana: {
    name: 'solana', kind: 'solana', scheme: 'exact',
    chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', label: 'solana',
    asset: { symbol: 'USDC', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 },
    only: {},
  },
  testnet: {
    name: 'testnet', kind: 'evm', scheme: 'exact', chain: 'eip155:84532', label: 'base-sepolia',
    asset: {
      symbol: 'USDC', address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6,
      name: 'USDC', version: '2',
    },
    only: { 'things.models': ['whole'] },
  },
  xrpl: {
    name: 'xrpl', kind: 'xrpl', scheme: 'exact', chain: 'xrpl:0', label: 'xrpl',
    asset: {
      symbol: 'RLUSD', address: '524C555344000000000000000000000000000000', decimals: 6,
      issuer: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
    },
    retired: 'This address is being retired. Use the address on Base or on Solana for new work.',
    only: {},
  },
}

/** Limits by name; `per` is in milliseconds. */
export const limits: Readonly<Record<string, LimitSpec>> = {}
