/**
 * An upstream of chats in OpenAI's form on raw sockets, so that it costs next to nothing beside the
 * load generator.
 */
import net from 'node:net'
import { frame } from '../lib/frame.ts'
import type { BenchServer } from './types.ts'

/** What each content event says: 20 bytes. */
export const WORDS = 'twenty bytes of text'

/**
 * How streams come from now on: so many content events, `gap` ms apart (0: all in one write). Held
 * ones go on until `release` is asked.
 */
export interface Behaviour {
  events: number
  gap: number
  hold?: boolean
}

const FACTS = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_763_700_000,
  model: 'chat-6-mini',
}
const USAGE = { prompt_tokens: 60, completion_tokens: 100, total_tokens: 160 }
const HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: ' +
  'chunked\r\n\r\n'

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const event = (data: unknown) =>
  chunk(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
const deltaEvent = (delta: object, finish: string | null = null) =>
  event({ ...FACTS, choices: [{ index: 0, delta, finish_reason: finish }] })

const OPENING = HEAD + deltaEvent({ role: 'assistant', content: '' })
const PIECE = deltaEvent({ content: WORDS })
const ENDING = `${deltaEvent({}, 'stop')}${event({ ...FACTS, choices: [], usage: USAGE })}${event('[DONE]')}0\r\n\r\n`
const bytes = {
  first: Buffer.from(OPENING + PIECE),
  piece: Buffer.from(PIECE),
  ending: Buffer.from(ENDING),
}

/** The whole answer of a chat that is not streamed. */
function plain(): Buffer {
  const choices = [
    { index: 0, message: { role: 'assistant', content: WORDS }, finish_reason: 'stop' },
  ]
  const body = JSON.stringify({ ...FACTS, object: 'chat.completion', choices, usage: USAGE })
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ` +
      `${body.length}\r\n\r\n${body}`,
  )
}

/** Streams with gaps, and how many of them are open. */
interface Streams {
  behaviour: Behaviour
  open: number
}

/** Sends events apart from each other; the first goes with the head. */
function drip(socket: net.Socket, streams: Streams): void {
  const { events, gap } = streams.behaviour
  let sent = 1
  streams.open++
  socket.write(bytes.first)
  const timer = setInterval(() => {
    const isLast = sent >= events && !streams.behaviour.hold
    socket.write(isLast ? bytes.ending : bytes.piece)
    sent++
    if (isLast) over()
  }, gap)
  const over = (): void => {
    clearInterval(timer)
    socket.off('close', over)
    streams.open--
  }
  socket.once('close', over)
}

/**
 * Answers every request with a chat. Asked to `behave`, streams come otherwise; `open` counts those
 * that are going on.
 */
export async function chats(): Promise<BenchServer> {
  const streams: Streams = { behaviour: { events: 4, gap: 0 }, open: 0 }
  const short = plain()
  let whole = Buffer.alloc(0)
  const behave = (behaviour: Behaviour): void => {
    streams.behaviour = behaviour
    whole = Buffer.from(OPENING + PIECE.repeat(behaviour.events) + ENDING)
  }
  behave(streams.behaviour)
  const answer = (socket: net.Socket, body: Buffer): void => {
    if (!body.includes('"stream":true')) socket.write(short)
    else if (streams.behaviour.gap === 0) socket.write(whole)
    else drip(socket, streams)
  }
  const server = net.createServer({ noDelay: true }, socket => {
    let held: Buffer | undefined
    socket.on('error', () => socket.destroy())
    socket.on('data', (data: Buffer) => {
      let rest = held ? Buffer.concat([held, data]) : data
      for (let found = frame(rest); found; found = frame(rest)) {
        answer(socket, rest.subarray(found.body, found.end))
        rest = rest.subarray(found.end)
      }
      held = rest.length ? rest : undefined
    })
  })
  await new Promise<void>(ready =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, ready),
  )
  const release = (): void => {
    streams.behaviour = { ...streams.behaviour, hold: false }
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    answers: { behave, release, open: () => streams.open },
  }
}
