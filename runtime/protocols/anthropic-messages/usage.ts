/**
 * Reads token counts from Anthropic-style upstreams, and writes them for callers of that protocol.
 */
import type { Json } from '../../contract.ts'
import { countOf, membersOf } from '../json.ts'
import type { Usage } from '../types.ts'

/**
 * Converts an upstream's usage to disjoint counts. Its prompt counts are disjoint already; thinking
 * is part of its output.
 */
export function usageOf(raw: unknown): Usage | undefined {
  const usage = membersOf(raw)
  if (usage === undefined) return undefined
  const written = countOf(usage.output_tokens)
  const reasoning = Math.min(
    countOf(membersOf(usage.output_tokens_details)?.thinking_tokens),
    written,
  )
  return {
    uncached: countOf(usage.input_tokens),
    cacheRead: countOf(usage.cache_read_input_tokens),
    cacheWrite: countOf(usage.cache_creation_input_tokens),
    output: written - reasoning,
    reasoning,
  }
}

/** Writes usage for callers. */
export function usageJson({ uncached, cacheRead, cacheWrite, output, reasoning }: Usage): {
  readonly [member: string]: Json
} {
  return {
    input_tokens: uncached,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output + reasoning,
  }
}
