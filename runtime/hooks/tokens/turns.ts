/**
 * Decides the order in which a conversation is shortened, and which messages must stay together.
 */

type Members = {
  readonly role?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
}

/**
 * Indices that belong together: an answer with the results of its tool calls, or a question with
 * its last answer.
 */
type Unit = number[]

/** A question and its answers. Messages before the first question have none. */
interface Turn {
  question?: number
  steps: Unit[]
}

/**
 * Returns the messages that may be removed, in this order: turn by turn from the oldest, in each
 * the oldest steps first, and the question with its last step, so that no answer remains without
 * its question. System messages are never removed, nor is the last question, or the last step if
 * there is no question.
 */
export function removable(messages: readonly unknown[]): readonly Unit[] {
  const turns = turnsOf(messages)
  const last = turns.pop()!
  const kept = last.question === undefined ? last.steps.slice(0, -1) : last.steps
  return [...turns.flatMap(unitsOf), ...kept]
}

function unitsOf({ question, steps }: Turn): readonly Unit[] {
  if (question === undefined) return steps
  return [...steps.slice(0, -1), [question, ...(steps.at(-1) ?? [])]]
}

function turnsOf(messages: readonly unknown[]): Turn[] {
  const turns: Turn[] = [{ steps: [] }]
  const callers = new Map<unknown, Unit>()
  messages.forEach((item, index) => {
    const message = (item ?? {}) as Members
    const { steps } = turns.at(-1)!
    if (message.role === 'system' || message.role === 'developer') return
    if (message.role === 'user') return void turns.push({ question: index, steps: [] })
    const answered =
      message.role === 'tool' || message.role === 'function'
        ? (callers.get(message.tool_call_id) ?? steps.at(-1))
        : undefined
    if (answered) return void answered.push(index)
    const step = [index]
    steps.push(step)
    for (const id of idsOf(message)) callers.set(id, step)
  })
  return turns
}

function idsOf({ tool_calls: calls }: Members): unknown[] {
  return Array.isArray(calls)
    ? calls.map(call => (call as { id?: unknown } | null)?.id).filter(id => id !== undefined)
    : []
}
