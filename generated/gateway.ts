// Code generated from catalog/networks/ by "npm run generate". DO NOT EDIT.
import type { GatewaySpec, LimitSpec, NetworkSpec } from '../runtime/contract.ts'

/** The settings of the whole gateway. */
export const gateway: GatewaySpec = {
  name: 'Farebox',
  summary: 'AI and data calls sold one request at a time, paid by a signed stablecoin authorization (x402 version 2).',
  media: '/media', metrics: '/metrics', slack: 6000, unsecured: 1_000_000, absorbed: 1_000_000,
  uncharged: 120,
  canary: { calls: 30, factor: 2, points: 5 },
  paywall: true, envelope: 'native',
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
  testnet: {
    name: 'testnet', kind: 'evm', scheme: 'exact', on_request: ['upto'], chain: 'eip155:84532',
    label: 'base-sepolia',
    asset: {
      symbol: 'USDC', address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6,
      name: 'USDC', version: '2',
    },
    only: {
      'chat.models': [
        'vendorA/chat-6', 'vendorA/chat-6-mini', 'vendorB/flash-3', 'vendorC/think-5-fast',
        'vendorF/small-4', 'open/medium-70b', 'open/free-8b',
      ],
      'images.models': [
        'vendorA/image-1', 'vendorA/image-2', 'vendorB/image-fast', 'vendorE/image-4',
        'vendorD/image-5-pro',
      ],
      'videos.models': ['vendorC/imagine-video', 'vendorD/video-2.0-fast', 'vendorF/video-2'],
      'speech.models': ['vendorH/speech-flash'],
    },
  },
  metered: {
    name: 'metered', kind: 'evm', scheme: 'upto', chain: 'eip155:8453', label: 'metered',
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
export const limits: Readonly<Record<string, LimitSpec>> = {
  metadata: { name: 'metadata', max: 100, per: 3_600_000, by: 'ip', style: 'reset' },
  health: { name: 'health', max: 60, per: 60_000, by: 'ip', style: 'reset' },
  quotes: { name: 'quotes', max: 600, per: 60_000, by: 'ip', style: 'retry_after' },
  wallet: { name: 'wallet', max: 120, per: 3_600_000, by: 'ip', style: 'reset' },
  purchases: { name: 'purchases', max: 300, per: 60_000, by: 'ip', style: 'retry_after' },
  onramp: { name: 'onramp', max: 30, per: 3_600_000, by: 'ip', style: 'reset' },
  onramp_wallet: { name: 'onramp_wallet', max: 10, per: 3_600_000, by: 'key', style: 'reset' },
  free_chat_minute: { name: 'free_chat_minute', max: 30, per: 60_000, by: 'ip', style: 'full' },
  free_chat_hour: { name: 'free_chat_hour', max: 300, per: 3_600_000, by: 'ip', style: 'full' },
  background: { name: 'background', max: 600, per: 60_000, by: 'ip', style: 'retry_after' },
  counting: { name: 'counting', max: 120, per: 60_000, by: 'ip', style: 'retry_after' },
  face_init: { name: 'face_init', max: 10, per: 3_600_000, by: 'ip', style: 'reset' },
  face_status: { name: 'face_status', max: 120, per: 3_600_000, by: 'ip', style: 'reset' },
  wallet_faces: { name: 'wallet_faces', max: 120, per: 3_600_000, by: 'ip', style: 'reset' },
  wallet_portraits: {
    name: 'wallet_portraits', max: 120, per: 3_600_000, by: 'ip', style: 'reset',
  },
  call_status: { name: 'call_status', max: 300, per: 60_000, by: 'ip', style: 'retry_after' },
  swaps: { name: 'swaps', max: 600, per: 60_000, by: 'ip', style: 'retry_after' },
  social: { name: 'social', max: 120, per: 3_600_000, by: 'client', style: 'reset' },
  market: { name: 'market', max: 600, per: 60_000, by: 'ip', style: 'retry_after' },
  mcp: { name: 'mcp', max: 600, per: 60_000, by: 'ip', style: 'retry_after' },
}
