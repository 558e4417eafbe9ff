/**
 * A node provider: one host a chain (here the first segment of the path), JSON-RPC in the dialect
 * of the chain.
 */
import { RpcError } from './nodes/chain.ts'
import type { Methods } from './nodes/chain.ts'
import { evmMethods } from './nodes/evm.ts'
import {
  bitcoinMethods,
  nearMethods,
  rippleMethods,
  solanaMethods,
  substrateMethods,
  suiMethods,
} from './nodes/others.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

/**
 * How errors and results are framed: plain JSON-RPC 2.0, Bitcoin Core's 1.0 with HTTP statuses, or
 * rippled's results.
 */
type Dialect = 'plain' | 'bitcoin' | 'ripple' | 'near'

const HOST = /^\/([a-z0-9-]+-mainnet)\/?$/

function chainOf(host: string): { dialect: Dialect; methods: Methods } {
  if (/^(bitcoin|litecoin|dogecoin|bitcoin-cash|zcash)-/.test(host))
    return { dialect: 'bitcoin', methods: bitcoinMethods(host) }
  if (host.startsWith('ripple-')) return { dialect: 'ripple', methods: rippleMethods() }
  if (host.startsWith('solana-')) return { dialect: 'plain', methods: solanaMethods() }
  if (/^(polkadot|kusama)-/.test(host)) return { dialect: 'plain', methods: substrateMethods(host) }
  if (host.startsWith('near-')) return { dialect: 'near', methods: nearMethods() }
  if (host.startsWith('sui-')) return { dialect: 'plain', methods: suiMethods() }
  return { dialect: 'plain', methods: evmMethods(host) }
}

/** What the provider itself refuses, before any node. */
const provider = (
  statusCode: number,
  errorCode: string,
  message: string,
  headers?: Record<string, string>,
): UpstreamReply => json(statusCode, { statusCode, errorCode, message }, headers)

interface RpcReply {
  status: number
  body: unknown
}

function answerOne(call: any, chain: { dialect: Dialect; methods: Methods }): RpcReply | undefined {
  const { dialect, methods } = chain
  const id = call?.id ?? null
  try {
    if (typeof call?.method !== 'string') throw new RpcError(-32600, 'Invalid Request')
    if (!Object.hasOwn(methods, call.method)) throw unknownMethod(call.method, dialect)
    const result = methods[call.method]!(call.params)
    // A notification has no answer.
    if (call.jsonrpc === '2.0' && call.id === undefined) return undefined
    return framed(dialect, id, result)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return failed(dialect, { call, id, error })
  }
}

function unknownMethod(method: string, dialect: Dialect): RpcError {
  if (dialect === 'ripple') return new RpcError(32, 'Unknown method.', 'unknownCmd')
  if (dialect === 'bitcoin') return new RpcError(-32601, 'Method not found')
  if (dialect === 'near') return new RpcError(-32601, 'Method not found', method)
  return new RpcError(-32601, `the method ${method} does not exist/is not available`)
}

function framed(dialect: Dialect, id: unknown, result: unknown): RpcReply {
  if (dialect === 'bitcoin') return { status: 200, body: { result, error: null, id } }
  if (dialect === 'ripple')
    return { status: 200, body: { result: { ...(result as object), status: 'success' } } }
  return { status: 200, body: { jsonrpc: '2.0', id, result } }
}

function failed(dialect: Dialect, facts: { call: any; id: unknown; error: RpcError }): RpcReply {
  const {
    call,
    id,
    error: { code, message, data },
  } = facts
  if (dialect === 'bitcoin') {
    const status = code === -32601 ? 404 : code === -32600 ? 400 : 500
    return { status, body: { result: null, error: { code, message }, id } }
  }
  if (dialect === 'ripple') {
    return {
      status: 200,
      body: {
        result: {
          error: data,
          error_code: code,
          error_message: message,
          request: { command: call?.method },
          status: 'error',
        },
      },
    }
  }
  const error =
    dialect === 'near'
      ? {
          name: 'REQUEST_VALIDATION_ERROR',
          cause: { name: 'METHOD_NOT_FOUND', info: { method_name: data } },
          code,
          message,
          data,
        }
      : { code, message, ...(data === undefined ? {} : { data }) }
  return { status: 200, body: { jsonrpc: '2.0', id, error } }
}

/** Answers of a batch in reverse order: the protocol allows any, and callers must go by the id. */
function answerBatch(
  calls: readonly unknown[],
  chain: { dialect: Dialect; methods: Methods },
): UpstreamReply {
  if (chain.dialect === 'ripple')
    return { status: 400, type: 'text/plain', raw: 'Malformed batch request' }
  if (calls.length === 0)
    return json(200, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'empty batch' } })
  const replies = calls.map(call => answerOne(call, chain)).filter(reply => reply !== undefined)
  return replies.length === 0
    ? { status: 200, raw: '' }
    : json(200, replies.map(reply => reply.body).reverse())
}

function answer(request: UpstreamRequest): UpstreamReply {
  const host = HOST.exec(request.path)?.[1]
  if (host === undefined) return provider(404, 'gateway.not.found', `No node at ${request.path}`)
  if (request.method !== 'POST') return provider(405, 'method.not.allowed', 'Use POST.')
  const chain = chainOf(host)
  if (request.json === undefined) return parseError(chain.dialect)
  if (Array.isArray(request.json)) return answerBatch(request.json, chain)
  const reply = answerOne(request.json, chain)
  return reply ? json(reply.status, reply.body) : { status: 200, raw: '' }
}

function parseError(dialect: Dialect): UpstreamReply {
  const reply = failed(dialect, {
    call: undefined,
    id: null,
    error: new RpcError(-32700, 'Parse error'),
  })
  return json(dialect === 'bitcoin' ? 500 : reply.status, reply.body)
}

/**
 * The upstream behind `/api/v1/rpc/{network}`. Its address keeps the hole that the catalog fills
 * with the chain's name.
 */
export const jsonRpcNodes: Upstream = {
  name: 'nodes',
  env: 'NODES',
  header: 'x-api-key',
  base: '/{model.host}',
  answer,
  failures: {
    unauthorized: () =>
      provider(401, 'subscription.invalid', 'Unable to find valid subscription for the API key.'),
    rateLimited: seconds =>
      provider(429, 'rate.limit.exceeded', 'Too many requests.', retryAfterHeader(seconds)),
    failed: status => provider(status, 'gateway.error', 'The node did not answer.'),
    refused: () =>
      provider(403, 'subscription.forbidden', 'The method is not part of the subscription.'),
    empty: () => ({ status: 200, raw: '' }),
  },
}
