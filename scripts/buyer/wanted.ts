/** What the words of the command line ask for. */
import type { Wanted } from './buy.ts'

/** The forms of `npm run buy`. */
export const FORMS = `  image PROMPT [MODEL] [SIZE]      an image, by default vendorA/image-1 at 1024x1024
  rpc NETWORK METHOD [PARAMS]      a JSON-RPC call; PARAMS is a JSON array
  pm PATH                          prediction-market data, e.g. "/api/v1/pm/venue-a/markets?limit=2"
  GET PATH  |  POST PATH JSON      any other endpoint`

/** The request that the words stand for. Throws a sentence for people when they make none. */
export function parseWanted(words: readonly string[]): Wanted {
  const [kind, first, second, third] = words
  if (kind === 'image' && first) {
    return {
      method: 'POST',
      path: '/api/v1/images/generations',
      body: { model: second ?? 'vendorA/image-1', prompt: first, ...(third ? { size: third } : {}) },
    }
  }
  if (kind === 'rpc' && first && second) {
    return {
      method: 'POST',
      path: `/api/v1/rpc/${encodeURIComponent(first)}`,
      body: { jsonrpc: '2.0', id: 1, method: second, params: parse(third ?? '[]') },
    }
  }
  if ((kind === 'pm' || kind === 'GET') && first?.startsWith('/')) return { method: 'GET', path: first }
  if (kind === 'POST' && first?.startsWith('/')) return { method: 'POST', path: first, body: parse(second ?? '{}') }
  throw new Error(`say what to buy:\n${FORMS}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`this is not JSON: ${text}`)
  }
}
