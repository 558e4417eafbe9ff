/** Prints a purchase step by step, for people. */
import type { Bought, Steps } from './buy.ts'

/** Micro-USD as USD: `22000n` is `0.022`. */
export function usd(micro: bigint): string {
  const text = micro.toString().padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`.replace(/0{1,4}$/, '')
}

const short = (value: unknown, length = 400): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text
}

const reason = (status: number): string =>
  ({
    200: 'OK',
    202: 'Accepted',
    402: 'Payment Required',
    400: 'Bad Request',
    429: 'Too Many Requests',
    500: 'Internal Server Error',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
  })[status] ?? ''

/** Steps that write to `line`. */
export function printSteps(line: (text: string) => void): Steps {
  return {
    asked: (url, wanted) => {
      line(`→ ${wanted.method} ${url}`)
      if (wanted.body !== undefined) line(`  ${short(wanted.body)}`)
    },
    quoted: ({ accepts: [offer] }) =>
      line(`← 402 Payment Required: ${usd(BigInt(offer!.amount))} USDC on ${offer!.network}, to ${offer!.payTo}`),
    signed: (header) => {
      const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
      line(`  signed by ${authorization.from}, nonce ${authorization.nonce.slice(0, 18)}… (nothing has moved yet)`)
    },
    accepted: (job) => line(`← 202 Accepted: job ${job.id}, poll ${job.poll_url}`),
    polled: (status, body) => {
      if (status === 202) line(`← 202 ${body.status}`)
    },
    answered: (status, ms) => line(`← ${status} ${reason(status)} after ${Math.round(ms)} ms`),
  }
}

/** What was bought, and what it cost. */
export function printBought(bought: Bought, line: (text: string) => void): void {
  const images = Array.isArray(bought.body?.data) ? bought.body.data.filter((item: any) => typeof item?.url === 'string') : []
  if (images.length > 0) for (const image of images) line(`  image    ${short(image.url, 160)}`)
  else line(`  ${short(bought.body, 1200)}`)
  if (bought.receipt?.success) line(`  paid     ${usd(bought.amount)} USDC, transaction ${bought.receipt.transaction}`)
  else line('  paid     nothing')
}
