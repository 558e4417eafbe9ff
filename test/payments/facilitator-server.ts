/** The reference facilitator, served over HTTP on a local chain, with ways to misbehave. */
import { createServer } from 'node:http'
import { createPublicClient, createWalletClient, http, defineChain, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import type { Chain } from '../helpers/chain.ts'

/** What happens to a call instead of the honest answer. */
export type Mode = (
  path: string,
  honest: () => Promise<unknown>,
) => Promise<{ status: number; body: unknown } | 'hang' | 'cut'>

/** A facilitator. `calls` lists the paths asked for. */
export interface TestFacilitator {
  url: string
  mode: Mode
  calls: string[]
  headers: Record<string, unknown>[]
  /** Bodies of the calls to settle. */
  settles: unknown[]
  stop(): Promise<void>
}

/** The honest facilitator. */
export const honestly: Mode = async (_path, honest) => ({ status: 200, body: await honest() })

function reference(chain: Chain): x402Facilitator {
  const network = defineChain({
    id: chain.chainId,
    name: 'local',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  const account = privateKeyToAccount(chain.keys[2] as Hex)
  const open = { chain: network, transport: http(chain.url), pollingInterval: 20 }
  const reader = createPublicClient(open)
  const writer = createWalletClient({ ...open, account })
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    getCode: (a: never) => reader.getCode(a),
    // Simulations of actual use must be sent by the account that settles.
    readContract: (a: object) => reader.readContract({ account: account.address, ...a } as never),
    verifyTypedData: (a: never) => reader.verifyTypedData(a),
    writeContract: (a: never) => writer.writeContract(a),
    sendTransaction: (a: never) => writer.sendTransaction(a),
    waitForTransactionReceipt: (a: never) => reader.waitForTransactionReceipt(a),
  } as never)
  return new x402Facilitator()
    .register(`eip155:${chain.chainId}`, new ExactEvmScheme(signer))
    .register(`eip155:${chain.chainId}`, new UptoEvmScheme(signer))
}

/** Starts the one of a chain. */
export const startFacilitator = (chain: Chain): Promise<TestFacilitator> =>
  serveFacilitator(reference(chain))

/** Serves a facilitator under a path, as hosted ones are, and at its root. */
export async function serveFacilitator(facilitator: x402Facilitator): Promise<TestFacilitator> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const path = (request.url ?? '').replace(/^\/(x402\/)?/, '')
    made.calls.push(path)
    made.headers.push(request.headers)
    const body = text ? JSON.parse(text) : {}
    const { paymentPayload, paymentRequirements } = body
    if (path === 'settle') made.settles.push(body)
    const honest = async (): Promise<unknown> =>
      path === 'supported'
        ? facilitator.getSupported()
        : path === 'verify'
          ? facilitator.verify(paymentPayload, paymentRequirements)
          : facilitator.settle(paymentPayload, paymentRequirements)
    const answer = await made.mode(path, honest)
    if (answer === 'cut') return void response.destroy()
    if (answer === 'hang') return
    response.statusCode = answer.status
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const made: TestFacilitator = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/x402`,
    mode: honestly,
    calls: [],
    headers: [],
    settles: [],
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return made
}
