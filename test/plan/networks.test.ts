/** Changes of networks, which break every client that pays on them. */
import { describe, expect, it } from 'vitest'
import { planOf } from '../../generator/plan/plan.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf, planWith, short } from './small.ts'

const found = (edits: readonly Edit[], before: readonly Edit[] = []): string[] =>
  planWith(edits, before).findings.map(short)

const ADDRESS = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OTHER = '0x0000000000000000000000000000000000000abc'
const end = (more: string): Edit => edit('network', '  label: base\n', `  label: base\n${more}`)
const ALSO = (address: string): string =>
  '  also:\n    - chain: eip155:42161\n' +
  `      asset: { symbol: USDC, address: "${address}", decimals: 6, name: USD Coin, version: "2" }\n`
const SECOND = (name: string): Edit[] => [
  file(
    'networks/second.yaml',
    `${name}:\n  kind: evm\n  scheme: exact\n  chain: eip155:1\n  label: second\n` +
      `  asset: { symbol: USDC, address: "${ADDRESS}", decimals: 6, name: USD Coin, version: "2" }\n`,
  ),
  edit('gateway', 'networks: [base]', `networks: [base, ${name}]`),
]

describe('a network', () => {
  it.each([
    ['scheme', 'scheme: exact', 'scheme: upto', 'exact -> upto'],
    ['chain', 'chain: eip155:8453', 'chain: eip155:1', 'eip155:8453 -> eip155:1'],
    ['asset.address', ADDRESS, OTHER, `${ADDRESS} -> ${OTHER}`],
    ['asset.decimals', 'decimals: 6', 'decimals: 18', '6 -> 18'],
    ['asset.version', 'version: "2"', 'version: "1"', '2 -> 1'],
  ])('with another %s blocks', (path, from, to, values) => {
    expect(found([edit('network', from, to)])).toEqual([
      `block | network-changed | network base ${path} | ${values}`,
    ])
  })

  it('with another chain is explained', () => {
    const [first] = planWith([edit('network', 'eip155:8453', 'eip155:1')]).findings
    expect(first!.message).toBe(
      'network base chain: eip155:8453 -> eip155:1; payments of clients that know the old value fail',
    )
  })

  it('with another label is a warning', () => {
    expect(found([edit('network', 'label: base', 'label: main')])).toEqual([
      'warn | network-changed | network base label | base -> main',
    ])
  })

  it('without a further chain or scheme, or with another token of it, blocks', () => {
    expect(found([edit('network', ALSO(ADDRESS), '')], [end(ALSO(ADDRESS))])).toEqual([
      'block | network-changed | network base also eip155:42161 | offered -> none',
    ])
    expect(found([edit('network', ALSO(ADDRESS), ALSO(OTHER))], [end(ALSO(ADDRESS))])).toEqual([
      `block | network-changed | network base also eip155:42161 asset.address | ${ADDRESS} -> ${OTHER}`,
    ])
    const upto = '  on_request: [upto]\n'
    expect(found([edit('network', upto, '')], [end(upto)])).toEqual([
      'block | network-changed | network base on_request upto | offered -> none',
    ])
  })

  it('with a further chain or scheme is shown', () => {
    expect(found([end(ALSO(ADDRESS))])).toEqual([
      'allow | network-changed | network base also eip155:42161 | none -> offered',
    ])
    expect(found([end('  on_request: [upto]\n')])).toEqual([
      'allow | network-changed | network base on_request upto | none -> offered',
    ])
  })

  it('that is new is shown, and one that is gone blocks', () => {
    const plan = planWith(SECOND('second'))
    expect(plan.findings.map(short)).toContain('allow | network-added | network second')
    expect(plan.verdict).toBe('allow')
    const [old, now] = [catalogOf(SECOND('second')), catalogOf()]
    expect(planOf(old, now).findings.map(short)).toEqual([
      'block | network-removed | network second',
    ])
  })

  it('that is the default instead of another blocks', () => {
    const other = edit('gateway', 'networks: [base, second]', 'networks: [second, base]')
    const { findings } = planWith([other], SECOND('second'))
    expect(findings.map(short)).toContain(
      'block | network-changed | default network | base -> second',
    )
  })
})
