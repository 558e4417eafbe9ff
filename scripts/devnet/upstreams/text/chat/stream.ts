/** A reply of OpenAI-style chat as a stream of chunks. */
import type { UpstreamReply } from '../../contract.ts'
import { dataEvent, EVENT_STREAM, MALFORMED } from '../events.ts'
import { DECLINED } from '../words.ts'
import { callId, choicesOf, endOf, factsOf, usageOf } from './reply.ts'
import type { ReplyContext } from './side.ts'

/** The reply, chunk by chunk. */
export function chatStream(context: ReplyContext): UpstreamReply {
  const { vendor } = context
  const facts = factsOf(context, 'chat.completion.chunk')
  const chunk = (members: object): string => dataEvent({ ...facts, ...members })
  const each = Array.from({ length: choicesOf(context) }, (_, index) =>
    [...deltas(context)].map(delta => chunk(choice(index, delta))),
  )
  const events = [...each.flat(), ...ending(context, chunk), dataEvent('[DONE]')]
  return {
    status: 200,
    type: EVENT_STREAM,
    stream: {
      events,
      tail: 1,
      streamError: () => dataEvent(vendor.streamError),
      malformed: MALFORMED,
    },
  }
}

const choice = (index: number, delta: object, end: string | null = null): object => ({
  choices: [{ index, delta, logprobs: null, finish_reason: end }],
})

function* deltas({ vendor, answer }: ReplyContext): Generator<object> {
  const declined = answer.end === 'declined' && vendor.refuses
  yield { role: 'assistant', content: '' }
  if (vendor.showsReasoning)
    for (const reasoning_content of answer.sliced(answer.reasoning)) yield { reasoning_content }
  if (declined) for (const refusal of answer.sliced(DECLINED)) yield { refusal }
  else for (const content of answer.sliced(answer.text)) yield { content }
  for (const [index, { name, arguments: text }] of answer.calls.entries()) {
    const call = {
      index,
      id: callId(),
      type: 'function',
      function: { name, arguments: vendor.wholeCalls ? text : '' },
    }
    yield { tool_calls: [call] }
    if (!vendor.wholeCalls)
      for (const slice of answer.sliced(text))
        yield { tool_calls: [{ index, function: { arguments: slice } }] }
  }
}

/** The chunks that hold the end and the usage. */
function* ending(context: ReplyContext, chunk: (members: object) => string): Generator<string> {
  const { vendor, body, extra, counted } = context
  const usage = counted ? { usage: usageOf(context) } : {}
  const together = vendor.usage === 'with the end' ? { ...usage, ...extra.reply } : {}
  for (let i = 0; i < choicesOf(context); i++)
    yield chunk({ ...choice(i, {}, endOf(context)), ...together })
  const apart =
    vendor.usage === 'apart' ||
    (vendor.usage === 'asked' && body.stream_options?.include_usage === true)
  if (apart) yield chunk({ choices: [], ...usage, ...extra.reply })
}
