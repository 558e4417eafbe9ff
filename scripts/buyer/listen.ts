/** Reads a reply: a stream as it arrives, anything else as a whole. */
import { createSseParser } from '../../runtime/protocols/sse.ts'
import { talkOf, wordsOf } from './talk.ts'
import type { Talk } from './talk.ts'
import { bodyOf } from './wire.ts'
import type { Steps } from './wire.ts'

/** A reply that was read. The body of a stream is its `Talk`. */
export interface Answer {
  body: any
  talk?: Talk
  isStream?: true
}

/**
 * Reads a reply to a request sent at `start`. Prints a stream as it arrives; `printReply` prints
 * other replies.
 */
export async function readAnswer(response: Response, steps: Steps, start: number): Promise<Answer> {
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) {
    steps.answered?.(response.status, performance.now() - start)
    const talk = await listen(response, steps)
    return { body: talk, talk, isStream: true }
  }
  const body = await bodyOf(response)
  return { body, talk: response.ok ? talkOf(body) : undefined }
}

/** Prints the reply, unless `readAnswer` has printed it as a stream. */
export function printReply(
  { status }: Response,
  { talk, isStream }: Answer,
  steps: Steps,
  start: number,
): void {
  if (isStream) return
  steps.answered?.(status, performance.now() - start)
  if (talk?.reasoning) steps.text?.(talk.reasoning, true)
  if (talk?.text) steps.text?.(talk.text, false)
}

/** Reads a stream to its end. Never throws: a stream that breaks off has `failure`. */
async function listen(response: Response, { text: onText }: Steps): Promise<Talk> {
  const talk: Talk = { text: '', reasoning: '' }
  let hasEnded = false
  const parser = createSseParser(({ data }) => {
    const { isEnd, text, reasoning, ...facts } =
      data === '[DONE]' ? { isEnd: true } : wordsOf(JSON.parse(data))
    hasEnded ||= isEnd === true
    if (reasoning) onText?.(reasoning, true)
    if (text) onText?.(text, false)
    Object.assign(talk, facts, {
      text: talk.text + (text ?? ''),
      reasoning: talk.reasoning + (reasoning ?? ''),
    })
  })
  try {
    for await (const bytes of response.body ?? []) parser.push(bytes)
    parser.end()
  } catch (error) {
    talk.failure ??=
      error instanceof SyntaxError ? 'an event that cannot be read' : 'the connection broke'
  }
  if (!hasEnded) talk.failure ??= 'the stream has no end'
  return talk
}
