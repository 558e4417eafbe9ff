/** The page of a paid GET: pays for its own address and shows the result. */
import { challengeOf, receiptOf, shownAmount } from './challenge.ts'
import { makePurchase, type Purchase } from './purchase.ts'
import { hasWallet, signable } from './wallet.ts'

/** The longest text that is shown whole, in characters. */
const LONGEST = 200_000

/** The parts of the page. */
interface Parts {
  button: HTMLButtonElement
  status: HTMLElement
  result: HTMLElement
  data: DOMStringMap
}

/** Makes the button work, if the page has one. */
export function startPaywall(): void {
  const place = document.getElementById('pay')
  if (place === null) return
  const parts: Parts = {
    button: place.querySelector('[data-pay]')!,
    status: place.querySelector('[data-status]')!,
    result: place.querySelector('[data-result]')!,
    data: place.dataset,
  }
  if (!hasWallet()) {
    parts.status.textContent =
      'No wallet was found in this browser. Install one, or buy with code as the front page shows.'
    return
  }
  const purchase = makePurchase(header => ask({ 'payment-signature': header }))
  parts.button.hidden = false
  parts.button.addEventListener('click', () => void pay(parts, purchase))
}

const ask = (headers: Record<string, string>): Promise<Response> =>
  fetch(location.href, { headers: { accept: '*/*', ...headers }, cache: 'no-store' })

async function pay(parts: Parts, purchase: Purchase): Promise<void> {
  const { button, status } = parts
  button.disabled = true
  const say = (text: string): void => void (status.textContent = text)
  try {
    say('Asking for the price…')
    const asked = await ask({})
    const challenge = challengeOf(asked)
    if (challenge === undefined) return await show(parts, asked)
    const { asset = '', label = '', decimals } = parts.data
    const amount = signable(challenge)?.amount ?? ''
    say(`Confirm ${shownAmount(amount, Number(decimals))} ${asset} on ${label} in your wallet…`)
    const reply = await purchase.attempt(challenge)
    if (reply.ok) return await show(parts, reply)
    say(await refusalOf(reply))
  } catch (error) {
    say(wordsOf(error))
  }
  button.disabled = false
}

/** The error in the gateway's words. */
async function refusalOf(reply: Response): Promise<string> {
  const body = (await reply.json().catch(() => ({}))) as { message?: string; error?: unknown }
  const { message = typeof body.error === 'string' ? body.error : undefined } = body
  const words = message ?? `The gateway answered ${reply.status}.`
  return reply.status === 402
    ? `${words} This attempt was not charged.`
    : `${words} If you try again, you are charged at most once.`
}

function wordsOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: number; message?: string }
  if (code === 4001) return 'You declined in your wallet. Nothing was charged.'
  return `That did not work: ${message ?? 'unknown error'}. If you try again, you are charged at most once.`
}

/** Shows the result, and how to save it. */
async function show({ button, status, result }: Parts, reply: Response): Promise<void> {
  const receipt = receiptOf(reply)
  const blob = await reply.blob()
  const paid = receipt?.transaction ? `Paid. Transaction ${receipt.transaction}` : 'Here it is.'
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName(blob.type)
  link.textContent = `Download (${sizeOf(blob.size)})`
  const line = document.createElement('p')
  line.append(link)
  result.replaceChildren(line, await shown(blob, link.href))
  result.hidden = false
  button.parentElement!.hidden = true
  status.textContent = paid
  result.focus()
}

/** The result as an element for its type: a picture, a sound, a film, or text. */
async function shown(blob: Blob, url: string): Promise<HTMLElement> {
  const kind = blob.type.split('/')[0]
  if (kind === 'image') return Object.assign(new Image(), { src: url, alt: 'The result' })
  if (kind === 'audio' || kind === 'video') {
    const player = document.createElement(kind)
    return Object.assign(player, { src: url, controls: true })
  }
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  const text = await blob.text()
  pre.textContent = cut(blob.type.includes('json') ? indented(text) : text)
  return pre
}

const cut = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… (the download has all of it)` : text

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`

function fileName(type: string): string {
  const last = decodeURIComponent(location.pathname.split('/').at(-1) ?? '') || 'result'
  const extension = type.includes('json') ? 'json' : (/^[\w-]+\/([\w-]+)/.exec(type)?.[1] ?? 'bin')
  return `${last.replace(/[^\w.-]+/g, '_')}.${extension}`
}
