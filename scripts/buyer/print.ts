/** Prints a purchase step by step, for people. */
import { STATUS_CODES } from 'node:http'
import { charged, paidByStream, printTalk } from './print-talk.ts'
import type { Bought, Steps } from './wire.ts'
import { microOf, symbolOf } from './pay.ts'
import { short, took, usd, why } from './words.ts'

/** Text styles on a terminal with colours. */
export type Style = 'dim' | 'bold' | 'red' | 'green' | 'yellow'

/** When something started (`performance.now()`), and its usual duration: `1 to 3 minutes`. */
export interface Progress {
  since: number
  expected?: string
}

/**
 * Where the steps are printed: `line` prints a line that stays; `live` shows the state of a job,
 * which the next state replaces on a terminal; `wait` shows an animated line, on terminals only;
 * `part` prints a piece of text; `paint` styles a text.
 */
export interface Page {
  line(text: string): void
  live(text: string, progress?: Progress): void
  wait?(text: string, progress?: Progress): void
  part?(text: string, isThought: boolean): void
  paint?(style: Style, text: string): string
}

const plain = (_: Style, text: string): string => text

/** Returns steps that print to a page. */
export function printSteps({ line, live, wait, part, paint = plain }: Page): Steps {
  let since = performance.now()
  let expected: string | undefined
  return {
    requested: (url, { method, body }) => {
      line(`→ ${method} ${url}`)
      if (body instanceof FormData) for (const one of body) line(paint('dim', `  ${field(one)}`))
      else if (body !== undefined) line(paint('dim', `  ${short(body)}`))
    },
    quoted: ({ accepts: [offer] }) => {
      const price = paint('bold', `${usd(microOf(offer!))} ${symbolOf(offer!)}`)
      line(`← 402 Payment Required: ${price} on ${offer!.network}, to ${offer!.payTo}`)
    },
    deposits: (micro, recipient) => line(`  deposit  ${usd(micro)} USD to ${recipient}`),
    signed: header => {
      const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
      const by =
        authorization === undefined
          ? ''
          : ` by ${authorization.from}, nonce ${authorization.nonce.slice(0, 18)}…`
      line(`  signed${by} (nothing has moved yet)`)
      since = performance.now()
      wait?.('waiting for the answer', { since, expected })
    },
    expects: text => {
      expected = text
    },
    accepted: ({ id, poll_url, expected_time = expected }) => {
      line(`← 202 Accepted: job ${id}, nothing charged yet`)
      line(`  poll     ${poll_url}`)
      since = performance.now()
      expected = expected_time
      wait?.('queued', { since, expected })
    },
    polled: (status, body, ms) => {
      const state = status === 202 ? body.status : why(body)
      live(`← ${status} ${state}`, { since: performance.now() - ms, expected })
    },
    answered: (status, ms) => {
      const text = `← ${status} ${STATUS_CODES[status] ?? ''}`
      line(`${paint(status < 400 ? 'green' : 'red', text)} after ${took(ms)}`)
    },
    text: part,
  }
}

/** A field of a form. */
const field = ([name, value]: [string, string | File]): string =>
  `${name}: ` +
  `${typeof value === 'string' ? short(value) : `${value.name} (${value.type}, ${value.size} bytes)`}`

/** Addresses of the files that were bought. */
export const filesOf = (body: any): string[] =>
  Array.isArray(body?.data)
    ? body.data.flatMap((item: any) => (typeof item?.url === 'string' ? [item.url] : []))
    : []

/** Whether the purchase has a result. */
export const isGood = ({ status, body, talk }: Bought): boolean =>
  status === 200 && body?.status !== 'failed' && talk?.failure === undefined

/** Prints what was bought and what it cost. */
export function printBought(
  bought: Bought,
  { line, paint = plain }: Pick<Page, 'line' | 'paint'>,
): void {
  const { body, status, talk, headers } = bought
  if (talk) printTalk(bought, line)
  else if (!isGood(bought))
    line(paint('red', `  ${status === 200 ? 'failed  ' : 'refused '} ${why(body)}`))
  else if (filesOf(body).length > 0) for (const item of body.data) printFile(item, line)
  else line(`  ${short(body, 1200)}`)
  const warning = headers?.get('x-farebox-warning')
  if (warning) line(paint('yellow', `  warning  ${warning}`))
  line(`  paid     ${paid(bought)}`)
}

function paid(bought: Bought): string {
  const { body, receipt, amount } = bought
  if (amount === 0n && isGood(bought)) return 'nothing: this is free'
  const reported = paidByStream(bought)
  if (reported !== undefined) return reported
  const transaction = receipt?.success ? receipt.transaction : body?.payment?.tx_hash
  if (amount > 0n && transaction) return `${usd(charged(bought))} USD, transaction ${transaction}`
  return body?.code === 'SETTLEMENT_PENDING' || bought.isForeign
    ? 'not known yet; send the same request with the same header again'
    : 'nothing: no money has moved'
}

function printFile(item: any, line: (text: string) => void): void {
  const seconds = item.duration_seconds === undefined ? '' : `  (${item.duration_seconds} s)`
  line(
    `  ${kindOf(item.url).padEnd(8)} ` +
      `${short(item.url, item.url.startsWith('data:') ? 40 : 160)}${seconds}`,
  )
  if (item.lyrics) line(`  lyrics   ${short(String(item.lyrics).replaceAll(/\s+/g, ' '), 100)}`)
}

/** The kind of a file, derived from its address. */
function kindOf(url: string): string {
  if (/^data:video|\.(?:mp4|webm|mov)$/.test(url)) return 'video'
  return /^data:audio|\.(?:mp3|wav|ogg|opus|pcm|flac|m4a|aac)$/.test(url) ? 'audio' : 'image'
}
