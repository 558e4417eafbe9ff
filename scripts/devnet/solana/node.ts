/** A node of the local chain: its JSON-RPC over HTTP, as far as gateways and clients need it. */
import { createServer } from 'node:http'
import { address, getBase58Encoder } from '@solana/kit'
import { decodeWire, signatureOf, type Level, type SolanaChain } from './chain.ts'

/** What the node does with transactions that it gets. */
export type Sending = 'includes' | 'holds' | 'drops'

/** A call, and a function that answers it honestly. */
export type Intercept = (
  call: { method: string; params: unknown[] },
  honest: () => unknown,
) => unknown | Promise<unknown>

/** A running node, with ways to misbehave. */
export interface SolanaNode {
  url: string
  sending: Sending
  /**
   * Answers instead of the node: throw to answer 503, return anything to lie; undefined hangs.
   */
  intercept: Intercept
  /** Counts of the calls, by method. */
  calls: Map<string, number>
  /** Includes what was held. */
  release(): void
  stop(): Promise<void>
}

/** An error as nodes answer it. */
class NodeError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The intercept of an honest node. */
export const honestly: Intercept = (_call, honest) => honest()

type Fields = Record<string, any>

/** JSON with bigints as numbers, as nodes write them. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? `\u0000${one}\u0000` : one,
  ).replace(/"\\u0000(\d+)\\u0000"/g, '$1')

function bytesOf(wire: string, encoding?: string): Uint8Array {
  return encoding === 'base64'
    ? Buffer.from(wire, 'base64')
    : (getBase58Encoder().encode(wire) as Uint8Array)
}

/** The methods, over a chain. */
function methodsOf(
  chain: SolanaChain,
  genesis: string,
  send: (wire: Uint8Array) => void,
): Record<string, (params: any[]) => unknown> {
  const context = () => ({ apiVersion: '2.3.0', slot: chain.height })
  const level = (how?: Fields): Level => how?.commitment ?? 'finalized'
  const withContext = (value: unknown) => ({ context: context(), value })
  const accountOf = (at: string) => {
    const found = chain.svm.getAccount(address(at))
    if (!found.exists || (found.lamports === 0n && found.data.length === 0)) return null
    return {
      lamports: found.lamports,
      owner: found.programAddress,
      executable: found.executable,
      rentEpoch: 0,
      space: found.data.length,
      data: [Buffer.from(found.data).toString('base64'), 'base64'],
    }
  }
  const balances = (amounts: ReadonlyMap<number, bigint>) =>
    Array.from(amounts, ([accountIndex, amount]) => ({
      accountIndex,
      mint: chain.mint,
      uiTokenAmount: { amount: String(amount), decimals: 6 },
    }))
  const statusOf = (signature: string) => {
    const found = chain.landed.get(signature)
    if (found === undefined) return null
    const { slot, error: err } = found
    return { slot, confirmations: null, err, confirmationStatus: chain.levelOf(signature) }
  }
  const isAt = (signature: string, wanted: Level): boolean => {
    const is = chain.levelOf(signature)
    return is === 'finalized' || (is === 'confirmed' && wanted !== 'finalized')
  }
  return {
    getHealth: () => 'ok',
    getGenesisHash: () => genesis,
    getSlot: ([how]) => chain.heightAt(level(how)),
    getBlockHeight: ([how]) => chain.heightAt(level(how)),
    getEpochInfo: ([how]) => ({
      absoluteSlot: chain.heightAt(level(how)),
      blockHeight: chain.heightAt(level(how)),
      epoch: 0,
    }),
    getLatestBlockhash: ([how]) => withContext(chain.blockhash(level(how))),
    isBlockhashValid: ([hash]) => withContext(chain.isValid(hash)),
    getBalance: ([at]) => withContext(chain.svm.getBalance(address(at)) ?? 0n),
    getAccountInfo: ([at]) => withContext(accountOf(at)),
    simulateTransaction: ([wire, how]) => {
      const transaction = decodeWire(bytesOf(wire, how?.encoding))
      const { error, units, logs } = chain.simulate(transaction, how?.sigVerify === true)
      return withContext({ err: error, logs, unitsConsumed: units, returnData: null })
    },
    sendTransaction: ([wire, how]) => {
      const bytes = bytesOf(wire, how?.encoding)
      const transaction = decodeWire(bytes)
      const signature = signatureOf(transaction)
      if (signature === undefined) throw new NodeError(-32003, 'signature verification failure')
      if (how?.skipPreflight !== true) {
        const { error } = chain.simulate(transaction, true)
        if (error !== null)
          throw new NodeError(-32002, `Transaction simulation failed: ${json(error)}`)
      }
      send(bytes)
      return signature
    },
    getSignatureStatuses: ([signatures]) => withContext(signatures.map(statusOf)),
    getSignaturesForAddress: ([account, how]) =>
      [...chain.landed]
        .filter(([signature, { keys }]) => keys.includes(account) && isAt(signature, level(how)))
        .reverse()
        .slice(0, how?.limit ?? 1000)
        .map(([signature, { slot, error: err, at }]) => ({
          signature,
          slot,
          err,
          blockTime: Math.floor(at / 1000),
        })),
    getTransaction: ([signature, how]) => {
      const found = chain.landed.get(signature)
      if (found === undefined || !isAt(signature, level(how))) return null
      const { slot, error: err, wire, before, after } = found
      const preTokenBalances = balances(before)
      const postTokenBalances = balances(after)
      const meta = { err, fee: 10_000, preTokenBalances, postTokenBalances }
      return { slot, version: 0, meta, transaction: [wire, 'base64'] }
    },
  }
}

/** Starts a node of the chain. `genesis` is the chain's own, of which its CAIP-2 id is a part. */
export async function startNode(
  chain: SolanaChain,
  genesis: string,
  port = 0,
): Promise<SolanaNode> {
  const held: Uint8Array[] = []
  const methods = methodsOf(chain, genesis, wire => {
    if (node.sending === 'holds') held.push(wire)
    if (node.sending === 'includes') chain.include(wire)
  })
  const answer = async (id: unknown, method: string, params: unknown[]): Promise<unknown> => {
    node.calls.set(method, (node.calls.get(method) ?? 0) + 1)
    const run = methods[method]
    const honest = (): unknown => {
      if (run === undefined) throw new NodeError(-32601, 'Method not found')
      return run(params)
    }
    try {
      return { jsonrpc: '2.0', id, result: await node.intercept({ method, params }, honest) }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
    }
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    try {
      const { id, method, params = [] } = JSON.parse(text) as Fields
      const reply = (await answer(id, method, params)) as Fields
      if (reply.error === undefined && reply.result === undefined) return
      response.setHeader('content-type', 'application/json')
      response.end(json(reply))
    } catch {
      response.statusCode = 503
      response.end()
    }
  })
  await new Promise<void>(resolve => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const node: SolanaNode = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    sending: 'includes',
    intercept: honestly,
    calls: new Map(),
    release() {
      for (const wire of held.splice(0)) chain.include(wire)
    },
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return node
}
