/** Shows the reference: a renderer of the OpenAPI document, with samples and a console that pay. */
import { fetchSample } from '../fetch-sample.ts'
import { shownAmount, type Offer } from './challenge.ts'
import { payingFetch } from './purchase.ts'
import { hasWallet } from './wallet.ts'

/** The renderer, a global of its script. */
interface Renderer {
  createApiReference(place: Element, options: object): unknown
}

declare global {
  interface Window {
    Scalar?: Renderer
  }
}

/** The price of an operation, in USD. */
interface PaymentInfo {
  price?: string
  minPrice?: string
}

/** The parts of an operation that samples and prices need. */
interface Operation {
  'x-payment-info'?: PaymentInfo
  'x-codeSamples'?: unknown
  'x-badges'?: unknown
  security?: unknown
  requestBody?: { content?: Record<string, { example?: unknown }> }
}

interface OpenApi {
  security?: unknown
  components?: { securitySchemes?: unknown }
  servers?: readonly { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** Greys and accents of the renderer with the contrast that WCAG AA asks for. */
const CONTRAST = `
.light-mode { --scalar-color-2: #51605a; --scalar-color-3: #5c6a65; --scalar-color-accent: #08604b;
  --scalar-color-blue: #0a5fa8; --scalar-color-green: #08604b; --scalar-color-orange: #9a3d00; --scalar-color-red: #b3001b; }
.dark-mode { --scalar-color-2: #b4c1bc; --scalar-color-3: #a3b1ab; --scalar-color-accent: #7fe0c5; }
`

/** Settings that stop the renderer from contacting other hosts or offering its maker's services. */
const QUIET = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  customCss: CONTRAST,
}

/** Renders the reference, if this is its page. */
export async function startReference(): Promise<void> {
  const place = document.getElementById('reference')
  if (place === null) return
  const { document: url = '', renderer = '' } = place.dataset
  const [reply] = await Promise.all([fetch(url), load(renderer)])
  const content = withPrices((await reply.json()) as OpenApi)
  const agrees = (offer: Offer): boolean => hasWallet() && confirm(question(offer, place.dataset))
  const pay = payingFetch(window.fetch.bind(window), agrees)
  const mount = document.createElement('div')
  place.replaceChildren(mount)
  window.Scalar!.createApiReference(mount, { content, customFetch: pay, ...QUIET })
  new MutationObserver(() => mend(place)).observe(place, { childList: true, subtree: true })
}

/**
 * Fixes the renderer's output for screen readers: copy buttons without a name, and cards that are
 * all the same landmark.
 */
function mend(place: Element): void {
  for (const button of place.querySelectorAll('[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  for (const card of place.querySelectorAll('.response-card[role]')) card.removeAttribute('role')
}

function question({ amount }: Offer, { asset = '', label = '', decimals }: DOMStringMap): string {
  const price = `${shownAmount(amount, Number(decimals))} ${asset} on ${label}`
  return `This call costs ${price}. Pay with your wallet?`
}

function load(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${url} did not load`)))
    document.head.append(script)
  })
}

/**
 * Adds the price and a sample that pays to each paid operation. The input fields for signed
 * payments are left out, because nobody types one.
 */
function withPrices(api: OpenApi): OpenApi {
  const origin = api.servers?.[0]?.url ?? location.origin
  delete api.security
  delete api.components?.securitySchemes
  for (const [path, item] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(item)) {
      delete operation.security
      const info = operation['x-payment-info']
      if (info === undefined) continue
      operation['x-badges'] ??= [{ name: priceOf(info) }]
      const request = {
        method: method.toUpperCase(),
        url: origin + path,
        body: exampleOf(operation),
      }
      const sample = { lang: 'JavaScript', label: '@x402/fetch', source: fetchSample(request) }
      operation['x-codeSamples'] ??= [sample]
    }
  return api
}

function priceOf({ price, minPrice }: PaymentInfo): string {
  if (price !== undefined) return `${price} USD`
  return minPrice === undefined ? 'priced by request' : `from ${minPrice} USD`
}

function exampleOf({ requestBody }: Operation): unknown {
  return requestBody?.content?.['application/json']?.example
}
