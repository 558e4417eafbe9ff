/** Code that buys with `@x402/fetch`, for the front page and, in browsers, for the reference. */

/** A request that can be sent. In files, `{origin}` is filled in when they are served. */
export interface Request {
  method: string
  url: string
  body?: unknown
}

/** The line that makes `account`, a wallet. */
export const ACCOUNT = 'const account = privateKeyToAccount(process.env.PRIVATE_KEY)'

/** A client of `@x402/core` that pays from `account`. */
export const PAYER = "new x402Client().register('eip155:*', new ExactEvmScheme(account))"

/** Lines that make `pay`, a `fetch` that pays. */
export const WALLET = `import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

${ACCOUNT}
const client = ${PAYER}
const pay = wrapFetchWithPayment(fetch, client)`

/** A whole program that buys one request. */
export function fetchSample({ method, url, body }: Request): string {
  const init =
    method === 'GET'
      ? ''
      : `, {
  method: '${method}',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')}),
}`
  return `${WALLET}

const answer = await pay(${literal(url)}${init})
console.log(await answer.json())`
}

/** A value as people write it in JavaScript. */
export function literal(value: unknown): string {
  return JSON.stringify(value ?? {}, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll("'", "\\'")
    .replace(/"((?:[^"\\]|\\.)*)"/g, (all, text: string) =>
      text.includes('\\') ? all : `'${text}'`,
    )
}
