/** Code that buys, for the front page and, in browsers, for the reference and the paywall. */

/** A request that can be sent. In files, `{origin}` is filled in when they are served. */
export interface Request {
  method: string
  url: string
  body?: unknown
}

/** How a program reads an answer. */
export type Reading = 'json' | 'file' | 'stream'

/** The packages of a program that buys with `@x402/fetch`. */
export const PACKAGES = '@x402/fetch @x402/evm viem'

/** The packages that a program needs besides the typed client. */
export const BESIDES = '@x402/core @x402/evm viem'

/** The line that makes `account`, a wallet. */
const ACCOUNT = 'const account = privateKeyToAccount(process.env.PRIVATE_KEY)'

/** A client of `@x402/core` that pays from `account`. */
const PAYER = "new x402Client().register('eip155:*', new ExactEvmScheme(account))"

/** Lines that make `pay`, a `fetch` that pays. */
export const WALLET = `import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

${ACCOUNT}
const client = ${PAYER}
const pay = wrapFetchWithPayment(fetch, client)`

const READ: Readonly<Record<Reading, string>> = {
  json: 'console.log(await answer.json())',
  file: "await writeFile('result', Buffer.from(await answer.arrayBuffer()))",
  stream: 'for await (const bytes of answer.body) process.stdout.write(bytes)',
}

/** A whole program that buys one request. */
export function fetchSample({ method, url, body }: Request, reading: Reading = 'json'): string {
  const init =
    method === 'GET'
      ? ''
      : `, {
  method: '${method}',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')}),
}`
  const imports = reading === 'file' ? "import { writeFile } from 'node:fs/promises'\n" : ''
  return `${imports}${WALLET}

const answer = await pay(${literal(url)}${init})
${READ[reading]}`
}

/** The typed client: its package, the name that programs give it, and the gateway's address. */
export interface ClientNames {
  package: string
  variable: string
  origin: string
}

/** A call of the typed client: its method, and its arguments as code. */
export interface ClientCall {
  operation: string
  args: readonly string[]
  reading?: Reading
  /** Whether the price is asked first and is the most that may be paid. */
  isQuoted?: boolean
}

/** A whole program that buys one call with the typed client. */
export function clientProgram(names: ClientNames, call: ClientCall): string {
  const method = `${names.variable}.${call.operation}`
  const given = call.args.join(', ')
  return `import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { createClient } from '${names.package}'
import { privateKeyToAccount } from 'viem/accounts'

${ACCOUNT}
const x402 = ${PAYER}
const ${names.variable} = createClient({ baseUrl: '${names.origin}', x402 })
${call.isQuoted ? quoted(method, given) : plain(method, given, call.reading)}`
}

const quoted = (method: string, given: string): string => `const request = ${given}
const { price } = await ${method}.quote(request)
const { data, receipt } = await ${method}(request, { maxPrice: price })
console.log(data, receipt.amount, receipt.transaction)`

const plain = (method: string, given: string, reading?: Reading): string =>
  reading === 'stream'
    ? `for await (const event of ${method}(${given})) console.log(event)`
    : `const { data, receipt } = await ${method}(${given})
console.log(data, receipt.amount, receipt.transaction)`

/** A line of curl that asks for the price of a call. */
export function curl({ method, url, body }: Request): string {
  if (method === 'GET') return `curl -i '${url}'`
  const quotes = JSON.stringify(body ?? {}).replaceAll("'", "'\\''")
  return `curl -i '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${quotes}'`
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
