import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UpstreamProtocolName } from '../../runtime/contract.ts'
import { callers, upstreamProtocols } from '../../runtime/protocols/index.ts'
import { usageOf as geminiUsage } from '../../runtime/protocols/gemini-generate/read.ts'
import { usageOf as messagesUsage } from '../../runtime/protocols/anthropic-messages/usage.ts'
import { usageOf as chatUsage } from '../../runtime/protocols/openai-chat/usage.ts'
import { usageOf as responsesUsage } from '../../runtime/protocols/openai-responses/read.ts'
import {
  Malformed,
  type Completion,
  type Piece,
  type Usage,
} from '../../runtime/protocols/types.ts'
import { eventsOf, FACTS, readStream, sumOf, sumOfReply, USAGE, written } from './streams.ts'

const count = fc.oneof(
  fc.nat(1_000_000),
  fc.constantFrom(0, undefined, null, -1, 1.5, '7', Number.MAX_VALUE) as fc.Arbitrary<unknown>,
)
const counts = (...names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map(name => [name, count])))
const parts = ({ uncached, cacheRead, cacheWrite, output, reasoning }: Usage) => [
  uncached,
  cacheRead,
  cacheWrite,
  output,
  reasoning,
]
const real = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0

describe('usage adds up, whatever an upstream reports', () => {
  it('OpenAI style: the parts of the prompt are the prompt', () => {
    const usage = fc.tuple(
      counts(
        'prompt_tokens',
        'completion_tokens',
        'total_tokens',
        'cache_read_input_tokens',
        'cache_creation_input_tokens',
      ),
      counts('cached_tokens', 'cache_write_tokens'),
      counts('reasoning_tokens'),
    )
    fc.assert(
      fc.property(usage, ([own, prompt, completion]) => {
        const found = chatUsage({
          ...own,
          prompt_tokens_details: prompt,
          completion_tokens_details: completion,
        })!
        expect(found.uncached + found.cacheRead + found.cacheWrite).toBe(real(own.prompt_tokens))
        expect(found.output + found.reasoning).toBeGreaterThanOrEqual(real(own.completion_tokens))
        expect(parts(found).every(each => Number.isSafeInteger(each) && each >= 0)).toBe(true)
      }),
    )
  })

  it('Anthropic style, Gemini style, responses: no part is negative, none is counted twice', () => {
    const all = counts(
      'input_tokens',
      'output_tokens',
      'cache_read_input_tokens',
      'promptTokenCount',
      'cachedContentTokenCount',
      'candidatesTokenCount',
      'thoughtsTokenCount',
    )
    fc.assert(
      fc.property(
        all,
        counts('thinking_tokens', 'reasoning_tokens', 'cached_tokens'),
        (own, inner) => {
          const reported = { ...own, output_tokens_details: inner, input_tokens_details: inner }
          const found = [
            messagesUsage(reported)!,
            geminiUsage(reported)!,
            responsesUsage(reported)!,
          ]
          for (const usage of found)
            expect(parts(usage).every(each => Number.isSafeInteger(each) && each >= 0)).toBe(true)
          expect(found[0]!.output + found[0]!.reasoning).toBe(real(own.output_tokens))
          expect(found[1]!.uncached + found[1]!.cacheRead).toBe(real(own.promptTokenCount))
          expect(found[2]!.uncached + found[2]!.cacheRead).toBe(real(own.input_tokens))
        },
      ),
    )
  })

  it('what is no usage is none', () => {
    for (const usageOf of [chatUsage, messagesUsage, geminiUsage, responsesUsage])
      for (const reported of [undefined, null, 5, [], 'x'])
        expect(usageOf(reported)).toBeUndefined()
  })
})

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
const calls = fc.array(fc.record({ name: fc.constantFrom('f', 'g'), x: text }), { maxLength: 3 })
const said = fc.record({
  reasoning: fc.array(text, { maxLength: 3 }),
  content: fc.array(text, { minLength: 1, maxLength: 4 }),
  calls,
})

/** The pieces of an answer. */
function piecesOf({
  reasoning,
  content,
  calls: called,
}: {
  reasoning: string[]
  content: string[]
  calls: { name: string; x: string }[]
}): Piece[] {
  return [
    ...reasoning.map(each => ({ reasoning: each })),
    ...content.map(each => ({ content: each })),
    ...called.flatMap(({ name, x }, index) => [
      { tool: { index, id: `id${index}`, name } },
      { tool: { index, arguments: JSON.stringify({ x }) } },
    ]),
    { usage: USAGE },
    { finish: called.length > 0 ? ('tool_calls' as const) : ('stop' as const) },
  ]
}

describe.each(['openai_chat', 'anthropic_messages'] as const)(
  '%s: what the writer writes, the reader reads',
  name => {
    it('piece for piece', () => {
      fc.assert(
        fc.property(said, answer => {
          const pieces = piecesOf(answer)
          const { pieces: back, ended } = readStream(name, [
            Buffer.from(written(callers[name].writer(FACTS), pieces, { usage: USAGE })),
          ])
          const { usage, ...sum } = sumOf(back)
          const { usage: _usage, ...expected } = sumOf(pieces)
          expect(sum).toEqual(expected)
          expect(usage!.uncached + usage!.cacheRead + usage!.cacheWrite).toBe(18)
          expect(usage!.output + usage!.reasoning).toBe(11)
          expect(ended).toBe(true)
        }),
      )
    })

    it('and its whole reply says the same', () => {
      fc.assert(
        fc.property(said, answer => {
          const { content, reasoning, calls: called, finish } = sumOf(piecesOf(answer))
          const tools = called.map(({ id, name: called, arguments: args }) => ({
            id: id!,
            type: 'function' as const,
            function: { name: called!, arguments: args },
          }))
          const choice = {
            index: 0,
            content,
            ...(reasoning ? { reasoning } : {}),
            ...(tools.length > 0 ? { tool_calls: tools } : {}),
            finish: finish as 'stop',
          }
          const completion: Completion = { choices: [choice], usage: USAGE }
          const back = sumOfReply(
            upstreamProtocols[name].read(
              JSON.parse(JSON.stringify(callers[name].reply(completion, FACTS))),
            ),
          )
          expect(back).toMatchObject({
            reasoning,
            calls: called,
            finish,
            content: name === 'openai_chat' && tools.length > 0 ? '' : content,
          })
        }),
      )
    })
  },
)

describe('CHAT-085 every upstream for every caller', () => {
  it('each event is one whole event, and text is never lost', () => {
    for (const name of ['openai_chat', 'anthropic_messages'] as const) {
      fc.assert(
        fc.property(said, answer => {
          const writer = callers[name].writer(FACTS)
          const texts = [
            writer.open(),
            ...piecesOf(answer).map(piece => writer.piece(piece)),
            writer.close({ usage: USAGE }),
          ]
          expect(texts.every(each => each === '' || each.endsWith('\n\n'))).toBe(true)
          expect(eventsOf([Buffer.from(texts.join(''))]).length).toBe(
            texts.join('').split('\n\n').length - 1,
          )
        }),
      )
    }
  })

  it.each(Object.keys(upstreamProtocols) as UpstreamProtocolName[])(
    '%s: events of strangers are read or malformed, and nothing else',
    name => {
      fc.assert(
        fc.property(
          fc.array(
            fc.record({
              event: fc.constantFrom(undefined, 'error', 'x.delta'),
              value: fc.jsonValue(),
            }),
          ),
          events => {
            const reader = upstreamProtocols[name].reader()
            for (const { event, value } of events) {
              try {
                reader.take({ event, data: JSON.stringify(value) })
              } catch (error) {
                expect(error).toBeInstanceOf(Malformed)
              }
            }
            expect(reader.ended()).toBe(false)
          },
        ),
      )
    },
  )
})
