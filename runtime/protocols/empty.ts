/** Answers that say nothing, which nobody is to pay for. */
import type { Completion, Usage } from './types.ts'

/** Whether no choice says anything. A refusal says something, and so does a model that used up its tokens in thought. */
export function isEmpty({ choices, usage, pending }: Completion): boolean {
  return !pending && choices.every(({ content, reasoning, tool_calls: calls, finish }) =>
    !content && !reasoning && !calls?.length && finish === 'stop') && !hasOutput(usage)
}

/** Whether a model is said to have written anything. */
export function hasOutput(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.output + usage.reasoning > 0
}
