/** Detects empty answers, which must not be charged. */
import type { Completion, Usage } from './types.ts'

/**
 * Whether every choice is empty. A refusal is not empty, and neither is an answer of a model that
 * used up its tokens in reasoning. The end of an answer counts as a token, so a token count alone
 * proves nothing. If the caller set stop sequences (`stops`), an empty answer may be correct.
 */
export function isEmpty({ choices, usage, pending }: Completion, stops = false): boolean {
  if (pending || hasThought(usage) || (stops && choices.length > 0)) return false
  return choices.every(
    ({ content, reasoning, tool_calls: calls, finish }) =>
      isBlank(content) && isBlank(reasoning) && !calls?.length && finish === 'stop',
  )
}

/** Whether a text is blank. */
export function isBlank(text: string | null | undefined): boolean {
  return !text || !/\S/.test(text)
}

/** Whether the usage reports reasoning, which need not be shown. */
export function hasThought(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.reasoning > 0
}

/** Whether the usage reports output. */
export function hasOutput(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.output + usage.reasoning > 0
}
