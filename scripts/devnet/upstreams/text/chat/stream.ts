/** A reply of OpenAI-style chat as a stream of chunks. */
import type { UpstreamReply } from '../../supplier.ts'
import { dataEvent, EVENT_STREAM, MALFORMED } from '../events.ts'
import { DECLINED } from '../words.ts'
import { callId, choicesOf, endOf, factsOf, usageOf } from './reply.ts'
import type { Telling } from './side.ts'

/** The reply, chunk by chunk. */
export function chatStream(telling: Telling): UpstreamReply {
  const { vendor } = telling
  const facts = factsOf(telling, 'chat.completion.chunk')
  const chunk = (members: object): string => dataEvent({ ...facts, ...members })
  const each = Array.from({ length: choicesOf(telling) }, (_, index) =>
    [...deltas(telling)].map(delta => chunk(choice(index, delta))),
  )
  const events = [...each.flat(), ...ending(telling, chunk), dataEvent('[DONE]')]
  return {
    status: 200,
    type: EVENT_STREAM,
    stream: { events, tail: 1, trouble: () => dataEvent(vendor.trouble), malformed: MALFORMED },
  }
}

const choice = (index: number, delta: object, end: string | null = null): object => ({
  choices: [{ index, delta, logprobs: null, finish_reason: end }],
})

function* deltas({ vendor, answer }: Telling): Generator<object> {
  const declined = answer.end === 'declined' && vendor.refuses
  yield { role: 'assistant', content: '' }
  if (vendor.tellsReasoning)
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

/** The chunks that tell the end and the usage. */
function* ending(telling: Telling, chunk: (members: object) => string): Generator<string> {
  const { vendor, body, extra, counted } = telling
  const usage = counted ? { usage: usageOf(telling) } : {}
  const together = vendor.usage === 'with the end' ? { ...usage, ...extra.reply } : {}
  for (let i = 0; i < choicesOf(telling); i++)
    yield chunk({ ...choice(i, {}, endOf(telling)), ...together })
  const apart =
    vendor.usage === 'apart' ||
    (vendor.usage === 'asked' && body.stream_options?.include_usage === true)
  if (apart) yield chunk({ choices: [], ...usage, ...extra.reply })
}
