/** A buyer's client that repeats its request until it has an answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { newBuyer, type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import type { World } from '../../scripts/world/world.ts'

/** What a client has whose connection broke before the answer began. */
const LOST = { status: 0, headers: new Headers(), body: undefined } as Answer

/**
 * Sends on a connection of its own, whose end lets the gateway know at once that the reply arrived.
 * A stream is read as far as it comes; its body is a text. Rejects if another answer breaks off.
 */
async function send(url: string, { method, path, body }: Wanted, header?: string): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      ...(header && { 'payment-signature': header }),
    },
  })
  const { status, headers } = response
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true
  return { status, headers, body: isStream ? await heard(response) : await response.json() }
}

/** The text of a stream, also if it breaks off. */
async function heard(response: Response): Promise<string> {
  let text = ''
  try {
    for await (const chunk of response.body!)
      text += Buffer.from(chunk as Uint8Array).toString('utf8')
  } catch {
    // It was cut off.
  }
  return text
}

/** A new wallet at a gateway. */
export async function newCaller(url: string, world: World, funds?: bigint): Promise<Buyer> {
  const buyer = await newBuyer(url, world.chain, funds)
  return { ...buyer, send: (wanted, header) => send(url, wanted, header) }
}

/** Sends once; a lost connection is an answer with status 0. */
export const sendOnce = (url: string, wanted: Wanted, header: string): Promise<Answer> =>
  send(url, wanted, header).catch(() => LOST)

/** Sends and follows a job to its end, as clients do, until the connection is lost. */
export async function follow(url: string, wanted: Wanted, header: string): Promise<Answer> {
  let answer = await sendOnce(url, wanted, header)
  for (let tries = 0; tries < 100; tries++) {
    const poll =
      answer.status === 202 || (answer.status === 402 && answer.body?.recoverable)
        ? answer.body.poll_url
        : undefined
    if (answer.status === 503) {
      await sleep(100)
      answer = await sendOnce(url, wanted, header)
    } else if (poll !== undefined) {
      await sleep(50)
      const next = await sendOnce(url, { method: 'GET', path: poll }, header)
      answer = next.status === 0 ? next : { ...next, body: { poll_url: poll, ...next.body } }
    } else return answer
  }
  return answer
}
