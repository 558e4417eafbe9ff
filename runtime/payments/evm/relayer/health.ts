/** Checks whether the relayer can pay for gas. */
import type { Node } from '../node.ts'
import type { SettlementBackend } from '../types.ts'
import type { Fees } from './fees.ts'

/**
 * The relayer's gas money must cover the pending settlements and this many more; otherwise the
 * gateway reports itself unhealthy and sells nothing.
 */
const RESERVE = 5

/**
 * Checks that the relayer can pay for the waiting settlements and for `RESERVE` more, at current
 * fees. `gas` is the maximum that one settlement takes.
 */
export async function healthOf(
  node: Node,
  relayer: { address: string; waiting: number; gas: bigint; fees(): Promise<Fees> },
): ReturnType<SettlementBackend['health']> {
  const { address, waiting, gas, fees } = relayer
  try {
    await node.ready()
    const [block, balance, { maxFee }] = await Promise.all([
      node.block(),
      node.rpc.call<string>('eth_getBalance', [address, 'latest']).then(BigInt),
      fees(),
    ])
    const settlements = balance / (maxFee * gas)
    const ok = settlements >= BigInt(RESERVE + waiting)
    const money = {
      relayer: address,
      relayer_gas_wei: balance.toString(),
      settlements: Number(settlements),
      block: block.number,
      waiting,
    }
    return {
      ok,
      details: ok ? money : { ...money, problem: 'the relayer has too little gas money' },
    }
  } catch (error) {
    return { ok: false, details: { relayer: address, waiting, problem: node.report(error) } }
  }
}
