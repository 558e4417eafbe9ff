/**
 * Answers a request in terms that all protocols share: the words, the tools called, why it ended,
 * what it used, and its deltas.
 */
import type { Behaviour } from '../behaviour.ts'
import type { AskedText } from './asked.ts'
import { cachedAsAsked, cachedByItself, tokensOfTurn } from './cache.ts'
import type { Shelf } from './cache.ts'
import { sampleObject } from './schema.ts'
import { countTokens, firstTokens } from './tokens.ts'
import { answerText, DECLINED, declines, reasoningText, toolsCalled } from './words.ts'

/**
 * Why an answer ended: it was whole, its tokens ran out, tools are to be called, the model
 * declined, or at a stop sequence.
 */
export type End = 'whole' | 'length' | 'tools' | 'declined' | 'stopped'

/** Tokens. `prompt` holds those that were read and written; `output` does not hold `reasoning`. */
export interface Used {
  prompt: number
  read: number
  written: number
  output: number
  reasoning: number
}

/** A call of a tool; the arguments are JSON text, perhaps cut off. */
export interface Call {
  name: string
  arguments: string
}

/** An answer. `sliced` gives the deltas of a text. */
export interface Answer {
  reasoning: string
  text: string
  calls: readonly Call[]
  end: End
  stopped?: string
  used: Used
  sliced(text: string): readonly string[]
}

/** Where an answer is made: how the upstream was set to behave, and what it remembers. */
export interface Circumstances {
  behaviour: Behaviour
  shelf: Shelf
  caching: 'by itself' | 'as asked'
}

/** Answers a request. */
export function compose(asked: AskedText, where: Circumstances): Answer {
  const { behaviour } = where
  const budget = asked.max ?? Infinity
  const reasoning =
    asked.reasons && behaviour.chunks === undefined
      ? firstTokens(reasoningText(asked.turns), asked.maxOfText ? Infinity : budget)
      : ''
  const used = { ...promptUsed(asked, where), reasoning: countTokens(reasoning), output: 0 }
  const left = asked.maxOfText ? budget : budget - used.reasoning
  const said = left <= 0 ? CUT_OFF : say(asked, behaviour)
  const cut = shorten(said, left)
  const output =
    countTokens(cut.text) + cut.calls.reduce((sum, call) => sum + tokensOfCall(call), 0)
  return { ...cut, reasoning, used: { ...used, output }, sliced: text => slices(text, behaviour) }
}

/** What a prompt uses. */
function promptUsed(
  asked: AskedText,
  where: Circumstances,
): Pick<Used, 'prompt' | 'read' | 'written'> {
  const prompt = promptTokens(asked)
  const { model, turns } = asked
  const text = turns.map(turn => `${turn.role}\n${turn.text}`).join('\n')
  const cached =
    where.caching === 'as asked'
      ? cachedAsAsked(where.shelf, { model, turns })
      : cachedByItself(where.shelf, { model, text, tokens: prompt })
  return { prompt, ...cached }
}

/** The tokens of a prompt, with its tools. */
export function promptTokens({ turns, tools }: AskedText): number {
  const ofTools = tools.length === 0 ? 0 : countTokens(JSON.stringify(tools))
  return turns.reduce((sum, turn) => sum + tokensOfTurn(turn), 0) + ofTools + 3
}

type Said = Pick<Answer, 'text' | 'calls' | 'end' | 'stopped'>
const CUT_OFF: Said = { text: '', calls: [], end: 'length' }
const CHUNK_BYTES = 20

function say(asked: AskedText, behaviour: Behaviour): Said {
  if (behaviour.chunks !== undefined)
    return {
      text: filling(behaviour.chunks, behaviour.bytes ?? CHUNK_BYTES),
      calls: [],
      end: 'whole',
    }
  if (declines(asked.turns) || (behaviour.mode === 'refuse' && behaviour.code === 'declined'))
    return { text: DECLINED, calls: [], end: 'declined' }
  const called = toolsCalled(asked)
  if (called.length > 0)
    return {
      text: '',
      calls: called.map(({ name, schema }) => ({
        name,
        arguments: JSON.stringify(sampleObject(schema)),
      })),
      end: 'tools',
    }
  return stop(asked.json ? jsonText(asked) : answerText(asked.turns), asked.stops)
}

const jsonText = ({ json, turns }: AskedText): string =>
  JSON.stringify(
    json?.schema === undefined ? { answer: answerText(turns) } : sampleObject(json.schema),
  )

/** So many chunks of so many letters each. */
const filling = (chunks: number, bytes: number): string =>
  'word '
    .repeat(Math.ceil(bytes / 5))
    .slice(0, bytes)
    .repeat(chunks)

/** Ends a text before the first of its stop sequences. */
function stop(text: string, stops: readonly string[]): Said {
  const [first] = stops
    .filter(one => one !== '' && text.includes(one))
    .sort((a, b) => text.indexOf(a) - text.indexOf(b))
  if (first === undefined) return { text, calls: [], end: 'whole' }
  return { text: text.slice(0, text.indexOf(first)), calls: [], end: 'stopped', stopped: first }
}

const tokensOfCall = (call: Call): number => countTokens(call.name) + countTokens(call.arguments)

/** Cuts an answer off where its tokens run out. */
function shorten(said: Said, most: number): Said {
  const text = firstTokens(said.text, most)
  let left = most - countTokens(text)
  const calls: Call[] = []
  for (const call of said.calls) {
    left -= countTokens(call.name)
    if (left <= 0) break
    const cut = firstTokens(call.arguments, left)
    calls.push({ name: call.name, arguments: cut })
    left -= countTokens(cut)
  }
  const whole =
    text === said.text &&
    calls.length === said.calls.length &&
    calls.every((call, i) => call.arguments === said.calls[i]!.arguments)
  return whole ? said : { text, calls, end: 'length' }
}

/** The deltas of a text: of as many bytes as set, or of a few words each. */
function slices(text: string, behaviour: Behaviour): readonly string[] {
  const size = behaviour.bytes ?? (behaviour.chunks === undefined ? undefined : CHUNK_BYTES)
  const rule =
    size === undefined
      ? /\s*(?:\S+\s*){1,3}/g
      : new RegExp(`[\\s\\S]{1,${Math.max(1, size)}}`, 'gu')
  return text.match(rule) ?? (text === '' ? [] : [text])
}
