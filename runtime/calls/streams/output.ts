/** Observes what an upstream streams: its usage, its size, and whether the caller could see it. */
import type { Call } from '../../call.ts'
import { hasOutput } from '../../protocols/empty.ts'
import type { Piece, Usage } from '../../protocols/types.ts'
import { estimatedUsage, type ModelOutput } from '../../replies/usage.ts'
import { isVisible } from '../../upstream/stream-parts.ts'
import { isWords, type StreamPart } from '../../upstream/types.ts'

/** The upstream's output so far. */
export interface StreamOutput {
  take(part: StreamPart): void
  /** The usage that the upstream reported so far. */
  usage(): Usage | undefined
  /**
   * Whether the report is complete: some upstreams report the prompt first, and the answer at its
   * end.
   */
  isReported(): boolean
  /** Bytes of output so far. */
  size(): ModelOutput
  /** Whether anything was visible to the caller. */
  isVisible(): boolean
  /** Whether the answer was finished. */
  isEnded(): boolean
}

/** Starts to observe a stream. */
export function observeOutput(): StreamOutput {
  let usage: Usage | undefined
  let [output, reasoning] = [0, 0]
  let hasShown = false
  let hasEnded = false
  const take = (piece: Piece): void => {
    usage = piece.usage ?? usage
    output += bytesOf(piece.content) + bytesOf(piece.tool?.name) + bytesOf(piece.tool?.arguments)
    reasoning += bytesOf(piece.reasoning)
    hasShown ||= isVisible(piece)
    hasEnded ||= piece.finish !== undefined
  }
  return {
    take: ({ pieces }) => {
      for (const piece of pieces) {
        // Words follow only after pieces that were already visible.
        if (!isWords(piece)) take(piece)
        else for (const text of piece.words) output += text.length
      }
    },
    usage: () => usage,
    isReported: () => hasEnded && usage !== undefined,
    size: () => ({ output, reasoning }),
    isVisible: () => hasShown || hasOutput(usage),
    isEnded: () => hasEnded,
  }
}

function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(text)
}

const NOTHING: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/**
 * Returns the usage that a stream is charged for: the upstream's complete report, or else an
 * estimate from the output, raised by what an early report already shows. Undefined if the report
 * is incomplete and no estimate is possible.
 */
export function chargedUsage(
  call: Call,
  { output, reading }: { output: StreamOutput; reading?: 'begun' | 'over' },
): Usage | undefined {
  const reported = output.usage()
  if (reported !== undefined && (output.isReported() || reading === 'over')) return reported
  const estimated = estimatedUsage(call, output.size())
  if (reported === undefined || estimated === undefined) return estimated
  return {
    ...reported,
    output: Math.max(reported.output, estimated.output),
    reasoning: Math.max(reported.reasoning, estimated.reasoning),
  }
}

/** Returns the usage of a stream so far, for callers. */
export function usageOf({ call, output }: { call: Call; output: StreamOutput }): Usage {
  return output.usage() ?? estimatedUsage(call, output.size()) ?? NOTHING
}
