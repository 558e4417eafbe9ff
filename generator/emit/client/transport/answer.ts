/** Runs calls that are answered at once or as a job, and quotes. */
import { ConnectionError, errorOf, JobError } from './errors.ts'
import type { Purchase } from './purchase.ts'
import { receiptHeader, receiptOf } from './receipt.ts'
import { isObject, jsonOf } from './refusal.ts'
import type { Wanted } from './request.ts'
import { attempt, limited, lostMessage, type Context, type Success } from './sending.ts'
import { usdText } from './money.ts'
import type { CallOptions, MaybePaid, Quote } from './types.ts'

const POLL_EVERY = 3000

/** Called with the poll address of a job, and with each of its states. */
export type Report = (of: { pollUrl: string } | { state: unknown }) => void

/** The result of a call; follows the job if it is one. */
export async function answerOf(
  context: Context,
  { purchase, options, report }: { purchase: Purchase; options: CallOptions; report: Report },
  wanted: Wanted,
): Promise<MaybePaid<unknown>> {
  const sent = await purchase.send(wanted, readBody)
  const at = { purchase, options, report }
  if ('pollUrl' in sent) return followed(context, at, sent.pollUrl)
  const pollUrl = sent.status === 202 && isObject(sent.value) ? sent.value.poll_url : undefined
  if (typeof pollUrl !== 'string') return resultOf(context, purchase, sent)
  report({ pollUrl })
  report({ state: sent.value })
  await purchase.pause(options.pollEvery ?? POLL_EVERY)
  return followed(context, at, pollUrl)
}

/** Polls a job until it has ended. The first poll that finds it completed pays for it. */
export async function followed(
  context: Context,
  { purchase, options, report }: { purchase: Purchase; options: CallOptions; report: Report },
  pollUrl: string,
): Promise<MaybePaid<unknown>> {
  const path = pathOf(pollUrl, context.settings.baseUrl)
  report({ pollUrl })
  for (;;) {
    const sent = await purchase.send({ method: 'GET', path, isPaid: true }, readBody)
    if ('pollUrl' in sent) throw failed(purchase, sent, 'The payment belongs to another job')
    if (sent.status !== 202) return finished(context, purchase, sent)
    report({ state: sent.value })
    await purchase.pause(options.pollEvery ?? POLL_EVERY)
  }
}

/** The path of an address: payments are sent only to the gateway, whatever host it names. */
function pathOf(address: string, baseUrl: string): string {
  // In a browser, the base may be a path.
  const gateway = new URL(baseUrl, 'http://gateway.invalid')
  const { pathname, search } = new URL(address, gateway)
  const base = gateway.pathname.replace(/\/+$/, '')
  const own = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  return own + search
}

/** The result of an ended job. Only a failed job has no receipt. */
function finished(
  context: Context,
  purchase: Purchase,
  sent: Success<unknown>,
): MaybePaid<unknown> {
  if (receiptHeader(sent.headers) !== undefined) return resultOf(context, purchase, sent)
  const why = isObject(sent.value) ? sent.value.error : undefined
  throw failed(purchase, sent.value, typeof why === 'string' ? why : 'The job failed')
}

function failed({ payment }: Purchase, body: unknown, message: string): JobError {
  return new JobError({ message, code: 'JOB_FAILED', charged: false, body, payment })
}

function resultOf(
  { assets, payer }: Context,
  { payment }: Purchase,
  { value, headers }: Success<unknown>,
): MaybePaid<unknown> {
  const requestId = headers.get('x-request-id') ?? undefined
  if (payment === undefined) return { data: value, requestId }
  const receipt = receiptOf(headers, payment, assets)
  payer.settled(payment, receipt.amountMicro)
  return { data: value, receipt, requestId }
}

/** The body of a success: JSON, text, or a file. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) return jsonOf(await response.text())
  return type.startsWith('text/') ? response.text() : response.blob()
}

/** The price of a request, which is sent without a payment. */
export async function quoteOf(
  context: Context,
  options: CallOptions,
  wanted: Wanted,
): Promise<Quote> {
  const { signal, end } = limited(options, context.settings)
  try {
    // With a limit, the answer would be a refusal, which has no offers.
    const settings = { ...context.settings, maxPrice: undefined }
    const at = { context: { ...context, settings }, options: { ...options, maxPrice: undefined } }
    const answer = await attempt(wanted, { ...at, signal, payment: undefined }, async response => {
      await response.body?.cancel()
      return response.headers.get('x-request-id') ?? undefined
    })
    if ('lost' in answer) throw unreachable(context, answer.lost)
    if ('value' in answer) return { ...NOTHING, requestId: answer.value }
    const { challenge, ...refusal } = answer.refusal
    if (challenge === undefined) throw errorOf({ ...refusal, charged: false })
    return priceIn(context, challenge, refusal)
  } finally {
    end()
  }
}

/** The extension `price` of a challenge. */
type PriceInfo = Pick<Quote, 'lines' | 'validUntil'> & { currency?: string }

const NOTHING = { price: '0', amountMicro: 0, currency: 'USD', accepts: [] }

function priceIn(
  { payer }: Context,
  { accepts }: Pick<Quote, 'accepts'>,
  { body, requestId }: { body?: unknown; requestId?: string },
): Quote {
  const said = (body ?? {}) as {
    extensions?: { price?: { info?: PriceInfo }; [name: string]: unknown }
    warnings?: unknown[]
  }
  const info = said.extensions?.price?.info
  const amountMicro = payer.worth(accepts[0]!) ?? Number.NaN
  return {
    price: usdText(amountMicro),
    amountMicro,
    currency: info?.currency ?? 'USD',
    accepts,
    lines: info?.lines,
    warnings: said.warnings,
    validUntil: info?.validUntil,
    extensions: said.extensions,
    requestId,
  }
}

function unreachable(context: Context, cause: unknown): ConnectionError {
  const message = lostMessage(context, cause)
  return new ConnectionError({ message, code: 'CONNECTION_FAILED', charged: false, cause })
}
