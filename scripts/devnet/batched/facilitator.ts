/**
 * A local facilitator of batched payments: speaks the public API of Gateway nanopayments, holds
 * deposits on several chains, and can be made to misbehave.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Book } from './book.ts'
import { honestly, type Answer, type Broken, type Lever } from './levers.ts'
import { checkRequest, requestBody, type Checked, type Terms } from './rules.ts'

/** How to start a facilitator. */
export interface FacilitatorOptions extends Terms {
  /** Unix ms; the system's time unless given. */
  now?(): number
  /** Answers a repeated /settle of the same authorization with its transfer, not with a refusal. */
  isIdempotent?: boolean
}

/** A request as the facilitator saw it. */
export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: any
}

/** A running facilitator. */
export interface BatchedFacilitator {
  url: string
  book: Book
  /** What becomes of requests; replace it to misbehave. */
  lever: Lever
  requests: SeenRequest[]
  /** Stops listening, so that connections are refused; `up` listens on the same port again. */
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

const MAX_BODY = 1 << 20

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > MAX_BODY) throw new Error('the body is too large')
  }
  return text
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const decimal = (micro: bigint): string =>
  `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`

/** The endpoints. */
class Desk {
  readonly #options: FacilitatorOptions
  readonly #book: Book

  constructor(options: FacilitatorOptions, book: Book) {
    this.#options = options
    this.#book = book
  }

  now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  async answer({ method, path, body }: SeenRequest): Promise<Answer> {
    const url = new URL(path, 'http://localhost')
    const route = `${method} ${url.pathname}`
    const id = /^GET \/v1\/x402\/transfers\/([^/]+)$/.exec(route)?.[1]
    if (id !== undefined) return this.#transfer(id)
    switch (route) {
      case 'GET /v1/x402/supported':
        return this.#supported()
      case 'GET /v1/x402/transfers':
        return this.#transfers(url.searchParams)
      case 'POST /v1/x402/verify':
        return this.#verify(body)
      case 'POST /v1/x402/settle':
        return this.#settle(body)
      case 'POST /v1/balances':
        return this.#balances(body)
      default:
        return { status: 404, body: { message: 'Not found' } }
    }
  }

  #supported(): Answer {
    const { chains, contract } = this.#options
    const kinds = chains.map(({ network, asset }) => ({
      x402Version: 2,
      scheme: 'exact',
      network,
      extra: {
        name: 'GatewayWalletBatched',
        version: '1',
        verifyingContract: contract,
        assets: [{ symbol: 'USDC', address: asset, decimals: 6 }],
      },
    }))
    return { status: 200, body: { kinds, extensions: [], signers: {} } }
  }

  #transfer(id: string): Answer {
    const found = this.#book.find(id)
    return found === undefined
      ? { status: 404, body: { message: 'Transfer not found' } }
      : { status: 200, body: found }
  }

  #transfers(query: URLSearchParams): Answer {
    const filter = Object.fromEntries(query)
    const isNarrow = ['from', 'to', 'nonce'].some(name => query.has(name))
    if (query.has('status') && !isNarrow)
      return { status: 400, body: { message: 'status requires from, to or nonce' } }
    const size = Math.max(1, Number(query.get('pageSize') ?? 50))
    return { status: 200, body: { transfers: this.#book.list(filter).slice(0, size) } }
  }

  /** The read-only checks; deposits and nonces are not looked at. */
  async #verify(body: unknown): Promise<Answer> {
    const request = requestBody.safeParse(body)
    if (!request.success) return malformed(request.error.issues)
    const checked = await checkRequest(this.#options, request.data, this.now())
    return typeof checked === 'string'
      ? { status: 200, body: { isValid: false, invalidReason: checked } }
      : { status: 200, body: { isValid: true, payer: checked.from } }
  }

  async #settle(body: unknown): Promise<Answer> {
    const request = requestBody.safeParse(body)
    if (!request.success) return malformed(request.error.issues)
    const { network } = request.data.paymentRequirements
    const checked = await checkRequest(this.#options, request.data, this.now())
    if (typeof checked === 'string') return refusal(checked, network)
    const { from, nonce, amount } = checked
    if (this.#book.isUsed(network, from, nonce)) return this.#again(checked)
    if (this.#book.available(network, from) < amount)
      return refusal('insufficient_balance', network, from)
    return success(this.#book.transfer(checked, this.now()).id, checked)
  }

  #again(of: Checked): Answer {
    const own = this.#book
      .list({ network: of.network, from: of.from, nonce: of.nonce })
      .find(({ toAddress, amount }) => {
        return toAddress === of.to.toLowerCase() && BigInt(amount) === of.amount
      })
    return own !== undefined && this.#options.isIdempotent === true
      ? success(own.id, of)
      : refusal('nonce_already_used', of.network, of.from)
  }

  #balances(body: unknown): Answer {
    const { token, sources } = (body ?? {}) as { token?: unknown; sources?: unknown }
    if (token !== 'USDC' || !Array.isArray(sources))
      return { status: 400, body: { message: 'Invalid request' } }
    const balances = sources.flatMap(({ depositor, domain }) =>
      this.#options.chains
        .filter(chain => domain === undefined || chain.domain === domain)
        .map(chain => ({
          domain: chain.domain,
          depositor,
          balance: decimal(this.#book.available(chain.network, String(depositor))),
        })),
    )
    return { status: 200, body: { token, balances } }
  }
}

const malformed = (issues: readonly { path: PropertyKey[]; message: string }[]): Answer => ({
  status: 400,
  body: {
    message:
      'Invalid request: ' +
      `${issues.map(one => `${one.path.join('.')}: ${one.message}`).join(', ')}`,
  },
})

const refusal = (errorReason: string, network: string, payer?: string): Answer => ({
  status: 200,
  body: { success: false, errorReason, transaction: '', network, ...(payer && { payer }) },
})

const success = (transaction: string, { network, from }: Checked): Answer => ({
  status: 200,
  body: { success: true, transaction, network, payer: from },
})

function send(response: ServerResponse, answer: Answer | Broken): void {
  if (answer === 'cut') return void response.destroy()
  if (answer === 'hang') return
  const { status, body } = answer
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Starts a facilitator on a free port. */
export async function startFacilitator(options: FacilitatorOptions): Promise<BatchedFacilitator> {
  const book = new Book()
  const desk = new Desk(options, book)
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = request
    const seen = { method, path, headers, body: parse(await textOf(request)) }
    made.requests.push(seen)
    send(response, await made.lever(path, () => desk.answer(seen)))
  }
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const down = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const made: BatchedFacilitator = {
    url: `http://127.0.0.1:${port}`,
    book,
    lever: honestly,
    requests: [],
    down,
    up: () => listen(port),
    stop: down,
  }
  return made
}
