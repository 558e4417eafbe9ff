/** Reads token counts from OpenAI-style upstreams, and writes them for callers of that protocol. */
import type { Json } from '../../contract.ts'
import { countOf, membersOf, type Members } from '../json.ts'
import type { Usage } from '../types.ts'

/** Returns the first positive count under several names. */
function firstOf(members: Members | undefined, ...names: readonly string[]): number {
  return names.map(name => countOf(members?.[name])).find(count => count > 0) ?? 0
}

/** Converts an upstream's usage to disjoint counts; undefined if it reports none. */
export function usageOf(raw: unknown): Usage | undefined {
  const usage = membersOf(raw)
  if (usage === undefined) return undefined
  const prompt = countOf(usage.prompt_tokens)
  const inPrompt = membersOf(usage.prompt_tokens_details)
  const cached =
    firstOf(inPrompt, 'cached_tokens') ||
    firstOf(usage, 'cache_read_input_tokens', 'prompt_cache_hit_tokens', 'cached_tokens')
  const created =
    firstOf(inPrompt, 'cached_creation_tokens', 'cache_write_tokens') ||
    firstOf(usage, 'cache_creation_input_tokens')
  // Parts must not add up to more than their total.
  const cacheRead = Math.min(cached, prompt)
  const cacheWrite = Math.min(created, prompt - cacheRead)
  const details = detailsOf(usage)
  return {
    uncached: prompt - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    ...outputOf(usage),
    ...(details === undefined ? {} : { details }),
  }
}

/**
 * Separates reasoning from output. Most upstreams include reasoning in the completion count; some
 * add it only to the total.
 */
function outputOf(usage: Members): { output: number; reasoning: number } {
  const completion = countOf(usage.completion_tokens)
  const counted = countOf(membersOf(usage.completion_tokens_details)?.reasoning_tokens)
  const isApart =
    countOf(usage.total_tokens) === countOf(usage.prompt_tokens) + completion + counted
  if (isApart) return { output: completion, reasoning: counted }
  const reasoning = Math.min(counted, completion)
  return { output: completion - reasoning, reasoning }
}

/** Details with at least one positive count; models that do not reason send only zeros. */
function detailsOf(usage: Members): Json | undefined {
  const details = membersOf(usage.completion_tokens_details)
  return details !== undefined && Object.values(details).some(value => countOf(value) > 0)
    ? (details as Json)
    : undefined
}

/** Reads how many sources a live search used. */
export function sourcesOf(raw: unknown): number | undefined {
  const sources = membersOf(raw)?.num_sources_used
  return typeof sources === 'number' && Number.isSafeInteger(sources) && sources >= 0
    ? sources
    : undefined
}

/**
 * Writes usage for callers: cache counts if caches were used, and the upstream's details unchanged.
 */
export function usageJson(usage: Usage, sources?: number): Json {
  const { uncached, cacheRead, cacheWrite, output, reasoning, details } = usage
  const prompt = uncached + cacheRead + cacheWrite
  const completion = output + reasoning
  const read = cacheRead > 0 ? cacheRead : undefined
  const written = cacheWrite > 0 ? cacheWrite : undefined
  const inPrompt =
    read === undefined && written === undefined
      ? undefined
      : { cached_tokens: read, cached_creation_tokens: written }
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: inPrompt,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    completion_tokens_details: details,
    num_sources_used: sources,
  }
}
