// Code generated from catalog/networks/base.yaml by "npm run generate". DO NOT EDIT.
import type { GatewaySpec, LimitSpec, NetworkSpec } from '../runtime/contract.ts'

/** The settings of the whole gateway. */
export const gateway: GatewaySpec = {
  name: 'Shop', summary: 'A small catalog for tests.', media: '/media', metrics: '/metrics',
  slack: 6000, envelope: 'native',
}

/** Gateway addresses by name; the first is the default. */
export const networks: Readonly<Record<string, NetworkSpec>> = {
  base: {
    name: 'base', kind: 'evm', scheme: 'exact', chain: 'eip155:8453', label: 'base',
    asset: {
      symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6,
      name: 'USD Coin', version: '2',
    },
    only: {},
  },
}

/** Limits by name; `per` is in milliseconds. */
export const limits: Readonly<Record<string, LimitSpec>> = {
  free_minute: { name: 'free_minute', max: 30, per: 60_000, by: 'ip', style: 'full' },
  free_hour: { name: 'free_hour', max: 300, per: 3_600_000, by: 'ip', style: 'full' },
}
