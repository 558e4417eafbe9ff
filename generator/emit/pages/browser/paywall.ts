/** The page of a paid GET: pays for its own address and shows the result. */
import { BESIDES, curl, fetchSample, PACKAGES } from '../fetch-sample.ts'
import { challengeOf, receiptOf, shownAmount } from './challenge.ts'
import { clientNames, clientSampleOf, type OpenApi } from './operation.ts'
import { makePurchase, type Purchase } from './purchase.ts'
import { startCopies } from './quotes.ts'
import { makeTabs } from './tabs.ts'
import { hasWallet, signable, withWallet } from './wallet.ts'

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
  void showCode(place)
  void showLines(place)
  if (!hasWallet())
    parts.status.textContent =
      'No wallet was found in this browser. Install one, or buy with the code below.'
  withWallet(() => {
    const purchase = makePurchase(header => ask({ 'payment-signature': header }))
    parts.status.textContent = ''
    parts.button.hidden = false
    parts.button.addEventListener('click', () => void pay(parts, purchase))
  })
}

/** Shows programs that buy the address of the page. */
async function showCode(place: HTMLElement): Promise<void> {
  const { api = '', pattern = '' } = place.dataset
  const url = location.href.replace(/#.*$/, '')
  const samples: Sample[] = [
    {
      title: '@x402/fetch',
      install: `npm install ${PACKAGES}`,
      code: fetchSample({ method: 'GET', url }),
    },
  ]
  const own = await clientCode(place.dataset, { api, pattern }).catch(() => undefined)
  const install = `npm install ${location.origin}${place.dataset.clientPath} ${BESIDES}`
  if (own !== undefined) samples.push({ title: 'Typed client', install, code: own })
  samples.push({ title: 'curl (quote)', code: curl({ method: 'GET', url }) })
  const list = place.querySelector<HTMLElement>('[data-code]')!
  list.append(...samples.map(sampleOf))
  list.parentElement!.hidden = false
  makeTabs(list)
  startCopies(list)
}

/** The program with the typed client, where the gateway has one and describes the route. */
async function clientCode(
  data: DOMStringMap,
  { api, pattern }: { api: string; pattern: string },
): Promise<string | undefined> {
  const names = clientNames(data)
  if (names === undefined || api === '') return undefined
  const document = (await (await fetch(api)).json()) as OpenApi
  const path = pattern.replace(/\*$/, '{rest}')
  const operation = document.paths[path]?.get
  if (operation?.operationId === undefined) return undefined
  const values = { ...holesIn(path), ...Object.fromEntries(new URLSearchParams(location.search)) }
  return clientSampleOf({ api: document, path, method: 'get', operation }, names, values)
}

/** What stands in the address where a path has holes. */
function holesIn(path: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pattern = path
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'rest' ? '(.*)' : '([^/]*)'))
  const values = new RegExp(`^${pattern}$`).exec(location.pathname) ?? []
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i + 1] ?? '')]))
}

/** A program, and the command that installs what it needs. */
interface Sample {
  title: string
  install?: string
  code: string
}

function sampleOf({ title, install, code }: Sample): HTMLElement {
  const section = document.createElement('section')
  section.setAttribute('aria-label', title)
  section.append(...(install === undefined ? [] : [codeBox(install)]), codeBox(code))
  return section
}

/** Code with a button that copies it. */
function codeBox(code: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'code'
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.textContent = code
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.dataset.copy = ''
  button.textContent = 'Copy'
  box.append(pre, button)
  return box
}

/** What one unit costs, how many there are, and what these cost, in USD. */
interface PriceLine {
  unit: string
  quantity: string
  rate: string
  total: string
}

/** Shows what the price adds up, as the 402 for programs says it. */
async function showLines(place: HTMLElement): Promise<void> {
  const list = place.querySelector<HTMLElement>('[data-lines]')!
  const reply = await ask({ accept: 'application/json' })
  const body = (await reply.json().catch(() => ({}))) as {
    extensions?: { price?: { info?: { lines?: PriceLine[] } } }
  }
  const lines = reply.status === 402 ? (body.extensions?.price?.info?.lines ?? []) : []
  list.append(...lines.map(lineOf))
  list.hidden = lines.length === 0
}

function lineOf({ unit, quantity, rate, total }: PriceLine): HTMLElement {
  const item = document.createElement('li')
  item.textContent = `${unit}: ${quantity} × ${rate} = ${total} USD`
  return item
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
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName(blob.type)
  link.textContent = `Download (${sizeOf(blob.size)})`
  const line = document.createElement('p')
  line.append(link, ...(receipt === undefined ? [] : [' ', receiptLink(receipt)]))
  const transaction = receipt?.transaction ? [codeBox(receipt.transaction)] : []
  result.replaceChildren(...transaction, line, await shown(blob, link.href))
  startCopies(result)
  result.hidden = false
  button.parentElement!.hidden = true
  status.textContent = receipt?.transaction ? 'Paid. The transaction:' : 'Here it is.'
  result.focus()
}

/** A link that downloads the receipt as the gateway sent it. */
function receiptLink(receipt: object): HTMLElement {
  const text = JSON.stringify(receipt, null, 2)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'receipt.json'
  link.textContent = 'Receipt'
  return link
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
