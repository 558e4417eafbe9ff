/**
 * Estimates the usage of answers for which the upstream reports none, in the same way as the price
 * was estimated, so that callers never see zero tokens.
 */
import type { Call } from '../context.ts'
import type { Json } from '../contract.ts'
import type { Completion, Usage } from '../protocols/types.ts'
import { ENCODINGS, type Encoding } from '../hooks/tokens/counter.ts'
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
 * Estimates the usage of a call with this output. The prompt is counted as it was sent (the count
 * is known from the price). Undefined if nothing can be counted, because an answer must not fail
 * for its usage.
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

function countUsage(call: Call, { output, reasoning }: ModelOutput): Usage | undefined {
  const { estimateTokens } = call.context.hooks as Partial<Tokens>
  const messages = sentMessages(call)
  if (estimateTokens === undefined || messages === undefined) return undefined
  const encoding = encodingOf(call)
  const count = (words: string | number): number =>
    typeof words === 'number'
      ? Math.ceil(words / BYTES)
      : estimateTokens(words, undefined, encoding) - estimateTokens('', undefined, encoding)
  const prompt = estimateTokens(messages, call.scope.body as Json, encoding)
  return {
    uncached: prompt,
    cacheRead: 0,
    cacheWrite: 0,
    output: count(output),
    reasoning: count(reasoning),
  }
}

function sentMessages({ compiled, scope }: Call): Json | undefined {
  const send = compiled.route.upstream?.(scope).send
  const sent = typeof send === 'function' ? (send(scope) as { messages?: Json }) : undefined
  return Array.isArray(sent?.messages) ? sent.messages : undefined
}

/** The encoding in the model's row. */
function encodingOf({ scope }: Call): Encoding {
  const words = new Set<unknown>(Object.values(scope.model ?? {}))
  return ENCODINGS.find(name => words.has(name)) ?? ENCODINGS[0]!
}
