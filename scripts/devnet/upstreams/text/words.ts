/**
 * The answers of the local models. The same prompt always gets the same answer. A prompt can
 * request more than its echo:
 *
 *   `Say: …`            the answer is exactly the following text
 *   `… 300 words …`     the answer has so many words
 * `use the tool` a tool is called where there are some; so does the name of a tool in the prompt;
 * `every tool` calls them all
 *   `forbidden`         the upstream blocks the request
 *   `unspeakable`       the model declines in its answer
 */
import type { AskedText, Tool, Turn } from './asked.ts'

const ECHO = 240
/** The word at which models decline. */
const UNSPEAKABLE = 'unspeakable'
/** What a model says when it declines. */
export const DECLINED = "I'm sorry, but I can't help with that."

const lastOf = (turns: readonly Turn[]): Turn =>
  turns.at(-1) ?? { role: 'user', text: '', images: 0 }

/** The text of the last turn that the user wrote. */
export const promptOf = (turns: readonly Turn[]): string =>
  turns.findLast(turn => turn.role === 'user')?.text ?? lastOf(turns).text

/** Whether the model declines. */
export const declines = (turns: readonly Turn[]): boolean =>
  promptOf(turns).toLowerCase().includes(UNSPEAKABLE)

/** The text of an answer. */
export function answerText(turns: readonly Turn[]): string {
  const last = lastOf(turns)
  if (last.role === 'tool')
    return `The tool answered ${quote(last.text)}, and so that is the answer.`
  const prompt = promptOf(turns)
  const [, said] = /^\s*say: ?([\s\S]+)$/i.exec(prompt) ?? []
  if (said !== undefined) return said
  const [, words] = /\b(\d{1,6}) words\b/i.exec(prompt) ?? []
  if (words !== undefined) return wordsOf(Number(words))
  const pictures =
    last.images === 0
      ? ''
      : ` I looked at ${last.images === 1 ? 'the picture' : `${last.images} pictures`}.`
  return (
    `You said ${quote(prompt)}.${pictures} That is a fine thing to ask, and this is the ` +
    'answer to it.'
  )
}

/** What a model thinks before it answers. */
export const reasoningText = (turns: readonly Turn[]): string =>
  `The user says ${quote(promptOf(turns))}. I have read the ${turns.length} turns before ` +
  'me. A short and plain answer will do.'

const quote = (text: string): string =>
  JSON.stringify(text.length > ECHO ? `${text.slice(0, ECHO)}…` : text)

const FILLING = [
  'one',
  'fine',
  'answer',
  'after',
  'another',
  'keeps',
  'the',
  'reader',
  'going',
  'on',
]
const wordsOf = (count: number): string =>
  Array.from({ length: count }, (_, i) => FILLING[i % FILLING.length]).join(' ')

/** The tools that an answer calls. */
export function toolsCalled({ tools, choice, turns }: AskedText): readonly Tool[] {
  if (tools.length === 0 || choice === 'none') return []
  if (typeof choice === 'object') return tools.filter(tool => tool.name === choice.name)
  const prompt = promptOf(turns)
  if (lastOf(turns).role === 'tool') return []
  if (/\bevery tool\b/i.test(prompt)) return tools
  const named = tools.filter(tool => prompt.includes(tool.name))
  if (named.length > 0) return named
  const wanted = choice === 'required' || /\b(?:use|call) (?:the|a|any|your) tools?\b/i.test(prompt)
  return wanted ? tools.slice(0, 1) : []
}
