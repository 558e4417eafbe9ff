/**
 * Counts of tokens as OpenAI-style suppliers tell them and as callers of that style are told them.
 */
import type { Json } from '../../contract.ts'
import { countOf, membersOf, type Members } from '../json.ts'
import type { Usage } from '../types.ts'

/** The first of several names that holds a count. */
function firstOf(members: Members | undefined, ...names: readonly string[]): number {
  return names.map(name => countOf(members?.[name])).find(count => count > 0) ?? 0
}

/** What a supplier tells of usage, in disjoint counts; undefined where it tells nothing. */
export function usageOf(told: unknown): Usage | undefined {
  const usage = membersOf(told)
  if (usage === undefined) return undefined
  const prompt = countOf(usage.prompt_tokens)
  const inPrompt = membersOf(usage.prompt_tokens_details)
  const cached =
    firstOf(inPrompt, 'cached_tokens') ||
    firstOf(usage, 'cache_read_input_tokens', 'prompt_cache_hit_tokens', 'cached_tokens')
  const created =
    firstOf(inPrompt, 'cached_creation_tokens', 'cache_write_tokens') ||
    firstOf(usage, 'cache_creation_input_tokens')
  // More than the whole is never counted.
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

/** Most suppliers count reasoning into the completion; some add it to the total only. */
function outputOf(usage: Members): { output: number; reasoning: number } {
  const completion = countOf(usage.completion_tokens)
  const told = countOf(membersOf(usage.completion_tokens_details)?.reasoning_tokens)
  const isApart = countOf(usage.total_tokens) === countOf(usage.prompt_tokens) + completion + told
  if (isApart) return { output: completion, reasoning: told }
  const reasoning = Math.min(told, completion)
  return { output: completion - reasoning, reasoning }
}

/** Details that count something; those of models that do not reason are all zeros. */
function detailsOf(usage: Members): Json | undefined {
  const details = membersOf(usage.completion_tokens_details)
  return details !== undefined && Object.values(details).some(value => countOf(value) > 0)
    ? (details as Json)
    : undefined
}

/** How many sources a live search used. */
export function sourcesOf(told: unknown): number | undefined {
  const sources = membersOf(told)?.num_sources_used
  return typeof sources === 'number' && Number.isSafeInteger(sources) && sources >= 0
    ? sources
    : undefined
}

/** Usage as callers are told it: caches where they were used, details as the supplier told them. */
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
