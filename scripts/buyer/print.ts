/** Prints a purchase step by step, for people. */
import { STATUS_CODES } from 'node:http'
import { paidByStream, printTalk } from './print-talk.ts'
import type { Bought, Steps } from './wire.ts'
import { short, took, usd, why } from './words.ts'

/** Where the steps are written: lines that stay, the state of a job, which the next one may replace, and parts of a text as they come. */
export interface Page {
  line(text: string): void
  live(text: string): void
  part?(text: string, isThought: boolean): void
}

/** Steps that are written to a page. */
export function printSteps({ line, live, part }: Page): Steps {
  return {
    asked: (url, { method, body }) => {
      line(`→ ${method} ${url}`)
      if (body instanceof FormData) for (const part of body) line(`  ${field(part)}`)
      else if (body !== undefined) line(`  ${short(body)}`)
    },
    quoted: ({ accepts: [offer] }) =>
      line(`← 402 Payment Required: ${usd(BigInt(offer!.amount))} USDC on ${offer!.network}, to ${offer!.payTo}`),
    signed: (header) => {
      const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
      line(`  signed by ${authorization.from}, nonce ${authorization.nonce.slice(0, 18)}… (nothing has moved yet)`)
    },
    accepted: ({ id, poll_url }) => {
      line(`← 202 Accepted: job ${id}, nothing charged yet`)
      line(`  poll     ${poll_url}`)
    },
    polled: (status, body, ms) => live(`← ${status} ${status === 202 ? body.status : why(body)}, ${took(ms)}`),
    answered: (status, ms) => line(`← ${status} ${STATUS_CODES[status] ?? ''} after ${took(ms)}`),
    said: part,
  }
}

/** A field of a form. */
const field = ([name, value]: [string, string | File]): string =>
  `${name}: ${typeof value === 'string' ? short(value) : `${value.name} (${value.type}, ${value.size} bytes)`}`

/** Addresses of the files that were bought. */
export const filesOf = (body: any): string[] =>
  Array.isArray(body?.data) ? body.data.flatMap((item: any) => (typeof item?.url === 'string' ? [item.url] : [])) : []

/** Whether there is a result. */
export const isGood = ({ status, body, talk }: Bought): boolean => status === 200 && body?.status !== 'failed' && talk?.trouble === undefined

/** What was bought, and what it cost. */
export function printBought(bought: Bought, line: (text: string) => void): void {
  const { body, status, talk } = bought
  if (talk) printTalk(bought, line)
  else if (!isGood(bought)) line(`  ${status === 200 ? 'failed  ' : 'refused '} ${why(body)}`)
  else if (filesOf(body).length > 0) for (const item of body.data) printFile(item, line)
  else line(`  ${short(body, 1200)}`)
  line(`  paid     ${paid(bought)}`)
}

function paid(bought: Bought): string {
  const { body, receipt, amount } = bought
  if (amount === 0n) return 'nothing: this is free'
  const told = paidByStream(bought)
  if (told !== undefined) return told
  const transaction = receipt?.success ? receipt.transaction : body?.payment?.tx_hash
  if (transaction) return `${usd(amount)} USDC, transaction ${transaction}`
  return body?.code === 'SETTLEMENT_PENDING' ? 'not known yet; send the same request with the same header again' : 'nothing: no money has moved'
}

function printFile(item: any, line: (text: string) => void): void {
  const seconds = item.duration_seconds === undefined ? '' : `  (${item.duration_seconds} s)`
  line(`  ${kindOf(item.url).padEnd(8)} ${short(item.url, item.url.startsWith('data:') ? 40 : 160)}${seconds}`)
  if (item.lyrics) line(`  lyrics   ${short(String(item.lyrics).replaceAll(/\s+/g, ' '), 100)}`)
}

/** What a file is, by its address. */
function kindOf(url: string): string {
  if (/^data:video|\.(?:mp4|webm|mov)$/.test(url)) return 'video'
  return /^data:audio|\.(?:mp3|wav|ogg|opus|pcm|flac|m4a|aac)$/.test(url) ? 'audio' : 'image'
}
