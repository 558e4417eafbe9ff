/**
 * Usage of answers whose supplier tells none: estimated as their price was, so that callers are
 * never told zero tokens.
 */
import type { Call } from '../context.ts'
import type { Json } from '../contract.ts'
import type { Completion, Usage } from '../protocols/types.ts'
import { ENCODINGS, type Encoding } from './tokens/counter.ts'
import type { Tokens } from './tokens/tokens.ts'

/**
 * What a model said: its words and calls of tools, and what it thought; or only how many bytes that
 * was, of which four are taken for a token.
 */
export interface Said {
  output: string | number
  reasoning: string | number
}

const BYTES = 4

/** What a whole answer says. */
export function saidBy({ choices }: Completion): Said {
  const calls = choices.flatMap(({ tool_calls: made = [] }) =>
    made.flatMap(({ function: { name, arguments: given } }) => [name, given]),
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
 * The usage of a call whose model said this: of the prompt as it was sent, which for the price is
 * known already, and of the words. Undefined where nothing can be counted: an answer that was made
 * is not lost over its usage.
 */
export function estimatedUsage(call: Call, said: Said): Usage | undefined {
  try {
    return counted(call, said)
  } catch (error) {
    call.core.observe.log.warn(
      { route: call.live.route.id, err: error },
      'usage could not be estimated',
    )
    return undefined
  }
}

function counted(call: Call, { output, reasoning }: Said): Usage | undefined {
  const { estimateTokens } = call.core.hooks as Partial<Tokens>
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

function sentMessages({ live, scope }: Call): Json | undefined {
  const send = live.route.upstream?.(scope).send
  const sent = typeof send === 'function' ? (send(scope) as { messages?: Json }) : undefined
  return Array.isArray(sent?.messages) ? sent.messages : undefined
}

/** The encoding that the model's row names. */
function encodingOf({ scope }: Call): Encoding {
  const words = new Set<unknown>(Object.values(scope.model ?? {}))
  return ENCODINGS.find(name => words.has(name)) ?? ENCODINGS[0]!
}
