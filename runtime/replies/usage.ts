/**
 * Estimates the usage of answers without a usage report, in the same way as the price was
 * estimated, so that callers never see zero tokens.
 */
import type { Call } from '../call.ts'
import type { Completion, Usage } from '../protocols/types.ts'
import type { Tokens } from '../hooks/tokens/tokens.ts'

/**
 * The model's text with its tool calls, and its reasoning; or only their lengths in bytes, at four
 * bytes per token.
 */
export interface ModelOutput {
  output: string | number
  reasoning: string | number
}

const BYTES = 4

/** Extracts the output of a complete answer, for an estimate. */
export function outputOf({ choices }: Completion): ModelOutput {
  const calls = choices.flatMap(({ tool_calls = [] }) =>
    tool_calls.flatMap(({ function: { name, arguments: args } }) => [name, args]),
  )
  return {
    output: [...choices.map(({ content }) => content ?? ''), ...calls].join('\n').trim(),
    reasoning: choices
      .map(({ reasoning }) => reasoning ?? '')
      .join('\n')
      .trim(),
  }
}

/**
 * Estimates the usage of a call with this output, as the catalog's `usage:` defines. Undefined if
 * nothing can be counted, because a failed estimate must not fail the answer.
 */
export function estimatedUsage(call: Call, output: ModelOutput): Usage | undefined {
  try {
    return countUsage(call, output)
  } catch (error) {
    call.context.observe.log.warn(
      { route: call.compiled.route.id, err: error },
      'usage could not be estimated',
    )
    return undefined
  }
}

function countUsage({ context, compiled, scope }: Call, of: ModelOutput): Usage | undefined {
  const { estimateTokens } = context.hooks as Partial<Tokens>
  const { promptTokens, tokenizer } = compiled.route
  if (!estimateTokens || !promptTokens || !tokenizer) return undefined
  const encoding = tokenizer(scope)
  const count = (words: string | number): number =>
    typeof words === 'number'
      ? Math.ceil(words / BYTES)
      : estimateTokens(words, undefined, encoding) - estimateTokens('', undefined, encoding)
  return {
    uncached: promptTokens(scope),
    cacheRead: 0,
    cacheWrite: 0,
    output: count(of.output),
    reasoning: count(of.reasoning),
  }
}
