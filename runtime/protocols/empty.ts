/** Answers that say nothing, which nobody is to pay for. */
import type { Completion, Usage } from './types.ts'

/**
 * Whether no choice says anything. A refusal says something, and so does a model that used up its
 * tokens in thought. The end of an answer counts as a token, so tokens alone say nothing. Where the
 * caller named texts that end it (`stops`), one may have come at once.
 */
export function isEmpty({ choices, usage, pending }: Completion, stops = false): boolean {
  if (pending || hasThought(usage) || (stops && choices.length > 0)) return false
  return choices.every(
    ({ content, reasoning, tool_calls: calls, finish }) =>
      isBlank(content) && isBlank(reasoning) && !calls?.length && finish === 'stop',
  )
}

/** Whether a text has nothing to read. */
export function isBlank(text: string | null | undefined): boolean {
  return !text || !/\S/.test(text)
}

/** Whether a model is said to have thought, which it need not show. */
export function hasThought(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.reasoning > 0
}

/** Whether a model is said to have written anything. */
export function hasOutput(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.output + usage.reasoning > 0
}
