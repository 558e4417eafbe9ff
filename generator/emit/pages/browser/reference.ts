/** Shows the reference: a renderer of the OpenAPI document, with samples and a console that pay. */
import { curl, fetchSample, type ClientNames } from '../fetch-sample.ts'
import { shownAmount, type Offer } from './challenge.ts'
import {
  clientNames,
  clientSampleOf,
  exampleValues,
  readingOf,
  requestOf,
  type OpenApi,
  type Place,
} from './operation.ts'
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

/**
 * Styles of the renderer: the contrast that WCAG AA asks for, tables whose numbers and names are
 * never broken, and no frame around the section that an address names.
 */
const STYLES = `
.light-mode { --scalar-color-2: #51605a; --scalar-color-3: #5c6a65; --scalar-color-accent: #08604b;
  --scalar-color-blue: #0a5fa8; --scalar-color-green: #08604b; --scalar-color-orange: #9a3d00; --scalar-color-red: #b3001b; }
.dark-mode { --scalar-color-2: #b4c1bc; --scalar-color-3: #a3b1ab; --scalar-color-accent: #7fe0c5; }
.markdown table { display: block !important; max-width: 100%; overflow-x: auto; }
.markdown :is(td, th) { word-break: normal !important; overflow-wrap: normal !important; padding: 0.35rem 0.6rem !important; }
.markdown th, .markdown :is(td, th):is(:first-child, :last-child, [align='right'], [style*='right']) { white-space: nowrap; }
.markdown :is(td, th):is([align='right'], [style*='right']) { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { .markdown :is(td, th) { font-size: 0.75rem; padding: 0.3rem 0.4rem !important; } }
:is(section, article, [role='region'], [tabindex='-1']):focus-visible { outline: none; box-shadow: none; }
`

/** Settings that stop the renderer from contacting other hosts or offering its maker's services. */
const QUIET = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Programs of other clients would stop at the 402.
  hiddenClients: true,
  // "Models" are what is sold here.
  modelsSectionLabel: 'Schemas',
  customCss: STYLES,
}

/** Renders the reference, if this is its page. */
export async function startReference(): Promise<void> {
  const place = document.getElementById('reference')
  if (place === null) return
  const { document: url = '', renderer = '' } = place.dataset
  const [reply] = await Promise.all([fetch(url), load(renderer)])
  const content = withSamples((await reply.json()) as OpenApi, clientNames(place.dataset))
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
 * Adds samples that pay to each paid operation. Leaves out aliases of operations and the input
 * fields for signed payments, because nobody types one.
 */
function withSamples(api: OpenApi, client: ClientNames | undefined): OpenApi {
  const origin = api.servers?.[0]?.url ?? location.origin
  delete api.security
  delete api.components?.securitySchemes
  if (api.info) api.info.description = `${api.info.summary ?? ''}\n\n${INTRODUCTION}`
  for (const [path, item] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(item)) {
      delete operation.security
      if (operation['x-alias-of'] !== undefined) operation['x-scalar-ignore'] = true
      operation['x-codeSamples'] ??= samplesOf({ api, path, method, operation }, { origin, client })
    }
  return api
}

const INTRODUCTION =
  'Each operation shows its price. **Test Request** pays with the wallet of this browser, after ' +
  'it has asked you. Without a payment, a paid call is answered with 402 and its exact price.'

function samplesOf(
  place: Place,
  { origin, client }: { origin: string; client: ClientNames | undefined },
): object[] {
  const values = exampleValues(place)
  const request = requestOf(place, origin, values)
  const quote = { lang: 'Shell', label: 'curl', source: curl(request) }
  if (place.operation['x-payment-info'] === undefined) return [quote]
  const program = fetchSample(request, readingOf(place))
  return [
    { lang: 'JavaScript', label: '@x402/fetch', source: program },
    ...(client === undefined
      ? []
      : [
          {
            lang: 'JavaScript',
            label: 'Typed client',
            source: clientSampleOf(place, client, values),
          },
        ]),
    { ...quote, label: 'curl (quote)' },
  ]
}
