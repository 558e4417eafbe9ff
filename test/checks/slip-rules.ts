/** Rules about what is valid and was hardly meant: a wrong digit, a wrong unit, a mistyped word. */
import { FREE, TAGGED, type Rule } from './edits.ts'
import { edit } from './small-catalog.ts'

/** One entry a rule and mistake. */
export const SLIP_RULES: readonly Rule[] = [
  {
    code: 'network-kind',
    fires: [edit('network', 'chain: eip155:8453', 'chain: solana:8453')],
    silent: [edit('network', 'chain: eip155:8453', 'chain: eip155:10')],
  },
  {
    code: 'network-kind',
    fires: [edit('network', ', name: USD Coin', '')],
    silent: [edit('network', 'name: USD Coin', 'name: US Dollar')],
  },
  {
    code: 'network-kind',
    fires: [edit('network', 'scheme: exact', 'scheme: exact\n  on_request: [exact]')],
    silent: [edit('network', 'scheme: exact', 'scheme: exact\n  on_request: [upto]')],
  },
  {
    code: 'token',
    fires: [edit('network', 'decimals: 6', 'decimals: 18')],
    silent: [edit('network', 'symbol: USDC', 'symbol: EURC')],
  },
  {
    code: 'token',
    fires: [edit('network', '02913"', '02912"')],
    silent: [
      edit(
        'network',
        '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        '0x833589fcd6edb6e08f4c7c32d4f71b54bda02912',
      ),
    ],
  },
  {
    code: 'short-time',
    fires: [edit('upstream', 'timeout: 20s', 'timeout: 20ms')],
    silent: [edit('upstream', 'timeout: 20s', 'timeout: 500ms')],
  },
  {
    code: 'near-word',
    fires: FREE(TAGGED('things, thigns')),
    silent: FREE(TAGGED('things, goods')),
  },
]
