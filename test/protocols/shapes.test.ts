/** What is sent to callers has the schemas that documents show. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { callers } from '../../runtime/protocols/index.ts'
import { SHAPES } from '../../runtime/protocols/shapes.ts'
import type { Piece } from '../../runtime/protocols/types.ts'
import { eventsOf, FACTS, USAGE, written } from './streams.ts'

const PIECES: Piece[] = [
  { reasoning: 'hm' },
  { signature: 'sig' },
  { content: 'hi' },
  { tool: { index: 0, id: 'c', name: 'f', arguments: '{}' } },
  { finish: 'tool_calls' },
]
const END = {
  usage: USAGE,
  cost: { amount: '0.002', currency: 'USD' },
  payment: { settled: true, transaction: '0x1', network: 'base', receipt: 'r' },
}
const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
const CHOICE = { index: 0, content: 'hi', reasoning: 'hm', finish: 'tool_calls' as const }

it.each(['openai_chat', 'anthropic_messages'] as const)('%s', protocol => {
  const { reply, writer } = callers[protocol]
  const ajv = new Ajv2020({ strict: false })
  const check = (schema: object, value: unknown): void => {
    const isValid = ajv.compile(schema)
    expect([isValid(JSON.parse(JSON.stringify(value))), isValid.errors]).toEqual([true, null])
  }
  const shape = SHAPES[protocol]
  const completion = { choices: [{ ...CHOICE, tool_calls: [call] }], usage: USAGE }
  check(shape.reply, reply(completion, FACTS))
  const failed = writer(FACTS)
  const failure = failed.open() + failed.fail({ message: 'm', type: 't', code: 'c', charged: true })
  for (const text of [written(writer(FACTS), PIECES, END), failure])
    for (const { data } of eventsOf([Buffer.from(text)]))
      if (data !== '[DONE]') check(shape.event, JSON.parse(data))
})
