/** Money as text, for documents and messages. */
import { text } from '../../runtime/formula.ts'

/** Micro-USD as exact decimal text without needless zeros: 53500 is `0.0535`, 1000000 is `1`. */
export function usd(micro: bigint): string {
  return text(micro, 1_000_000n, 6).replace(/\.?0+$/, '')
}
